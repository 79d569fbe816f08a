#include "passes/pictures/rays.hpp"

#include <embree3/rtcore.h>

#include <cstring>

#include "compiler/parallel.hpp"

namespace strate {

namespace {

/// SSE2 is part of every x86-64, so the same code runs on all of them. No count of threads here: it
/// would hold for every loop of the process, as long as it lives.
constexpr const char* kDevice = "isa=sse2";

RTCRay ray_of(Vec3f from, Vec3f direction, float far_m) {
  RTCRay ray{};
  ray.org_x = from.x, ray.org_y = from.y, ray.org_z = from.z;
  ray.dir_x = direction.x, ray.dir_y = direction.y, ray.dir_z = direction.z;
  ray.tnear = 0, ray.tfar = far_m;
  ray.mask = ~0u;
  return ray;
}

Vec3f corner(const std::vector<std::array<float, 3>>& list, std::uint32_t i) {
  return {list[i][0], list[i][1], list[i][2]};
}

/// What a fault of the tracer means: the machine's, or of a surface that it cannot take.
Error refusal(RTCError error) {
  if (error == RTC_ERROR_OUT_OF_MEMORY)
    return {"io.out_of_memory", "the machine has no more memory for this run", {}, {}};
  return {"picture.rays", "the ray tracer refuses this surface", {}, {}};
}

/// The surface as the tracer takes it.
bool set_buffers(RTCGeometry geometry, const PictureMesh& mesh) {
  // It may read 16 bytes at the last vertex, so vertices get padded memory of its own.
  void* copy = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                       sizeof mesh.positions[0], mesh.positions.size());
  if (!copy) return false;
  std::memcpy(copy, mesh.positions.data(), mesh.positions.size() * sizeof mesh.positions[0]);
  rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                             mesh.triangles.data(), 0, sizeof mesh.triangles[0],
                             mesh.triangles.size());
  return true;
}

}  // namespace

struct RayScene::Impl {
  const PictureMesh* mesh = nullptr;
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  ~Impl() {
    if (scene) rtcReleaseScene(scene);
    if (device) rtcReleaseDevice(device);
  }
};

RayScene::RayScene(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RayScene::RayScene(RayScene&&) noexcept = default;
RayScene& RayScene::operator=(RayScene&&) noexcept = default;
RayScene::~RayScene() = default;

const PictureMesh& RayScene::mesh() const { return *impl_->mesh; }

Result<RayScene> RayScene::build(const PictureMesh& mesh) {
  auto impl = std::make_unique<Impl>();
  impl->mesh = &mesh;
  impl->device = rtcNewDevice(kDevice);
  if (!impl->device) return refusal(rtcGetDeviceError(nullptr));
  impl->scene = rtcNewScene(impl->device);
  rtcSetSceneFlags(impl->scene,
                   static_cast<RTCSceneFlags>(RTC_SCENE_FLAG_ROBUST | RTC_SCENE_FLAG_COMPACT));
  rtcSetSceneBuildQuality(impl->scene, RTC_BUILD_QUALITY_MEDIUM);
  if (!mesh.triangles.empty()) {
    RTCGeometry geometry = rtcNewGeometry(impl->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    const bool set = set_buffers(geometry, mesh);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(impl->scene, geometry);
    rtcReleaseGeometry(geometry);
    if (!set) return refusal(rtcGetDeviceError(impl->device));
  }
  on_one_thread([&] { rtcCommitScene(impl->scene); });
  if (const RTCError e = rtcGetDeviceError(impl->device); e != RTC_ERROR_NONE) return refusal(e);
  return RayScene(std::move(impl));
}

RayHit RayScene::first(Vec3f from, Vec3f direction, float far_m) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRayHit query{};
  query.ray = ray_of(from, direction, far_m);
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(impl_->scene, &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};
  const PictureMesh& m = *impl_->mesh;
  const std::uint32_t id = query.hit.primID;
  const auto& corners = m.triangles[id];
  const Vec3f a = corner(m.positions, corners[0]), e1 = corner(m.positions, corners[1]) - a,
              e2 = corner(m.positions, corners[2]) - a;
  // Möller and Trumbore 1997.
  const Vec3f p = cross(direction, e2), s = from - a, q = cross(s, e1);
  const float det = dot(e1, p);
  if (det == 0) return {};
  const float u = std::clamp(dot(s, p) / det, 0.0f, 1.0f);
  const float v = std::clamp(dot(direction, q) / det, 0.0f, 1.0f - u);
  const Vec3f n = corner(m.normals, corners[0]) * (1 - u - v) + corner(m.normals, corners[1]) * u +
                  corner(m.normals, corners[2]) * v;
  return {true, std::max(0.0f, dot(e2, q) / det), id, unit_of(n)};
}

bool RayScene::blocked(Vec3f from, Vec3f direction, float far_m) const {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  RTCRay ray = ray_of(from, direction, far_m);
  rtcOccluded1(impl_->scene, &context, &ray);
  return ray.tfar < 0;
}

}  // namespace strate
