#include <algorithm>
#include <cmath>

#include "compiler/hash.hpp"
#include "compiler/json.hpp"
#include "passes/pictures/caption.hpp"
#include "passes/pictures/figure.hpp"
#include "passes/pictures/pictures.hpp"
#include "passes/pictures/places.hpp"
#include "passes/pictures/render.hpp"

namespace strate {

namespace {

constexpr double kLeastLuminance = 0.08;
/// Far tenth over near tenth of a picture's distances: less is a flat picture of one wall.
constexpr float kLeastDepthSpread = 1.7f;
constexpr double kMostOpenShare = 0.5;  ///< of pixels that look out of the window
constexpr double kApartM = 3, kAroundM = 6;
constexpr int kProbeWidth = 160, kProbeHeight = 90;

double mean_luminance(const Frame2D& frame) {
  double sum = 0;
  for (const Rgb& c : frame.color) sum += static_cast<double>(luminance(c));
  return sum / static_cast<double>(frame.color.size());
}

bool worth_showing(const Frame2D& frame) {
  if (mean_luminance(frame) < kLeastLuminance) return false;
  std::vector<float> depth;
  for (const float d : frame.depth)
    if (d > 0) depth.push_back(d);
  const double all = static_cast<double>(frame.depth.size());
  if (static_cast<double>(depth.size()) < (1 - kMostOpenShare) * all) return false;
  std::sort(depth.begin(), depth.end());
  return depth[depth.size() * 9 / 10] >= kLeastDepthSpread * depth[depth.size() / 10];
}

/// Bayer's 4 × 4 order.
constexpr int kDither[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

RgbImage to_image(const Frame2D& frame) {
  RgbImage image(frame.width, frame.height + kCaptionHeight);
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) {
      const float threshold = (static_cast<float>(kDither[(y & 3) * 4 + (x & 3)]) + 0.5f) / 16;
      const Rgb& c =
          frame.color[static_cast<std::size_t>(y) * static_cast<std::size_t>(frame.width) +
                      static_cast<std::size_t>(x)];
      std::uint8_t* p = image.pixel(x, y);
      p[0] = srgb_byte(c.r, threshold);
      p[1] = srgb_byte(c.g, threshold);
      p[2] = srgb_byte(c.b, threshold);
    }
  return image;
}

/// Where people stand in water, it is no deeper.
constexpr double kWadeM = 0.5;

/// All that one call shares.
struct Shop {
  const ViewsInput& input;
  const RayScene& rock;
  const Executor& executor;
  std::vector<Vec3> floors;  ///< relative to the mesh's origin
  Box3 window;               ///< likewise
};

/// Lights the stage and puts the figure on it, then takes the picture.
Result<Done> shoot(const Shop& shop, const Camera& camera, Stage& stage, View& view) {
  PictureMesh body;
  std::vector<RayScene> figure;
  view.has_marker = figure_place(shop.rock, camera, shop.floors, stage.feet, view.marker_visible);
  const Vec3 origin = shop.input.mesh.origin;
  if (view.has_marker) {
    const Vec3f d = stage.feet - camera.eye;
    view.marker = origin + to_double(stage.feet);
    body = figure_mesh(origin, view.marker, to_double(unit_of(Vec3f{d.x, d.y, 0})));
    Result<RayScene> scene = RayScene::build(body);
    if (!scene) return scene.error();
    figure.push_back(std::move(*scene));
    stage.figure = &figure.front();
  }
  const Frame2D frame = render(stage, camera, shop.input.width, shop.input.height, shop.executor);
  view.image = to_image(frame);
  view.eye = origin + to_double(camera.eye);
  view.forward = to_double(camera.forward);
  view.mean_luminance = mean_luminance(frame);
  draw_caption(view.image, caption_text(shop.input.caption, view.eye));
  return Done{};
}

/// Nothing stands on it and no key lights it yet.
Stage bare_stage(const ViewsInput& input, const RayScene& rock) {
  Stage stage = stage_of(rock, input.air);
  stage.tint = input.tint;
  stage.has_water = input.has_water;
  stage.water_z = static_cast<float>(input.water_z_m - input.mesh.origin.z);
  return stage;
}

/// One view, or false if the place is not worth a picture.
bool take_view(const Shop& shop, const Outlook& outlook, View& view) {
  if (outlook.score < 0) return false;
  const Camera camera = Camera::level(outlook.eye, outlook.ahead);
  Stage stage = bare_stage(shop.input, shop.rock);
  place_key(stage, camera, key_light(shop.rock, camera));
  if (!worth_showing(render(stage, camera, kProbeWidth, kProbeHeight, shop.executor))) return false;
  view.free_m = static_cast<double>(outlook.free_m);
  return static_cast<bool>(shoot(shop, camera, stage, view));
}

/// Index of the point nearest to `p`, −1 if there is none.
int nearest(const std::vector<Vec3>& points, Vec3 p) {
  int index = -1;
  double least = 1e300;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (const Vec3 d = points[i] - p; dot(d, d) < least)
      least = dot(d, d), index = static_cast<int>(i);
  return index;
}

Shop shop_of(const ViewsInput& input, const RayScene& rock, const Executor& executor) {
  const Vec3 origin = input.mesh.origin;
  Shop shop{input, rock, executor, {}, {input.window.lo - origin, input.window.hi - origin}};
  const auto dry = [&](Vec3 f) { return !input.has_water || f.z >= input.water_z_m - kWadeM; };
  const bool some = std::any_of(input.floors.begin(), input.floors.end(), dry);
  for (const Vec3& f : input.floors)
    if (!some || dry(f)) shop.floors.push_back(f - origin);
  return shop;
}

void write_place(json::Writer& w, std::string_view key, Vec3 v) {
  w.key(key).begin_row();
  // Millimetres: pictures are no more exact than that, and the text stays short.
  for (const double c : {v.x, v.y, v.z}) w.value(std::floor(c * 1000 + 0.5) / 1000);
  w.end_array();
}

double thousandths(double v) { return std::floor(v * 1000 + 0.5) / 1000; }

}  // namespace

Result<ViewSet> draw_views(const ViewsInput& input, const Executor& executor) {
  Result<RayScene> rock = RayScene::build(input.mesh);
  if (!rock) return rock.error();
  const Vec3 origin = input.mesh.origin;
  const Shop shop = shop_of(input, *rock, executor);
  ViewSet set;
  const std::vector<Vec3> places = inner_floors(shop.floors, shop.window);
  FarthestPoints spread(places);
  int index = nearest(places, input.start - origin);
  const int tries = 4 * input.count + 8;
  for (int t = 0; t < tries && index >= 0 && static_cast<int>(set.views.size()) < input.count;
       ++t) {
    View view;
    const Outlook outlook = best_outlook(*rock, places, index, kAroundM, shop.window);
    if (take_view(shop, outlook, view))
      set.views.push_back(std::move(view));
    else
      ++set.rejected;
    spread.add(places[static_cast<std::size_t>(index)]);
    if (outlook.score >= 0) spread.add(to_double(outlook.eye) - Vec3{0, 0, kEyeHeightM});
    index = spread.next(kApartM);
  }
  return set;
}

Result<View> draw_view(const ViewsInput& input, const Aim& aim, const Executor& executor) {
  constexpr float kSightM = 200;
  const Result<RayScene> rock = RayScene::build(input.mesh);
  if (!rock) return rock.error();
  const Shop shop = shop_of(input, *rock, executor);
  const Camera camera =
      Camera::turned(to_float(aim.eye - input.mesh.origin), aim.yaw_deg, aim.pitch_deg);
  Stage stage = bare_stage(input, *rock);
  place_key(stage, camera, key_light(*rock, camera));
  View view;
  const RayHit ahead = rock->first(camera.eye, camera.forward, kSightM);
  view.free_m = static_cast<double>(ahead.any ? ahead.t : kSightM);
  if (Result<Done> r = shoot(shop, camera, stage, view); !r) return r.error();
  return view;
}

std::string views_json(const ViewSet& set, const Caption& caption) {
  json::Writer w;
  w.begin_object();
  w.key("season").value(caption.season);
  w.key("strate").value(caption.strate);
  w.key("seed").value(std::to_string(caption.seed));
  w.key("field_deg").value(78);
  w.key("rejected").value(set.rejected);
  w.key("views").begin_array();
  for (const View& v : set.views) {
    w.begin_object();
    write_place(w, "eye_m", v.eye);
    write_place(w, "forward", v.forward);
    w.key("free_m").value(thousandths(v.free_m));
    w.key("mean_luminance").value(thousandths(v.mean_luminance));
    if (v.has_marker) {
      write_place(w, "marker_m", v.marker);
      w.key("marker_visible").value(v.marker_visible);
    }
    w.end_object();
  }
  w.end_array();
  w.end_object();
  return w.text();
}

}  // namespace strate
