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
constexpr double kMostOpenShare = 0.35;  ///< of pixels that look out of the window
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

RgbImage to_image(const Frame2D& frame) {
  RgbImage image(frame.width, frame.height + kCaptionHeight);
  for (std::size_t i = 0; i < frame.color.size(); ++i) {
    image.rgb[3 * i] = srgb_byte(frame.color[i].r);
    image.rgb[3 * i + 1] = srgb_byte(frame.color[i].g);
    image.rgb[3 * i + 2] = srgb_byte(frame.color[i].b);
  }
  return image;
}

/// All that one call shares.
struct Shop {
  const ViewsInput& input;
  const RayScene& rock;
  const Executor& executor;
  std::vector<Vec3> floors;  ///< relative to the mesh's origin
  Box3 window;               ///< likewise
};

/// One view, or false if the place is not worth a picture.
bool take_view(const Shop& shop, const Outlook& outlook, View& view) {
  if (outlook.score < 0) return false;
  const Camera camera = Camera::level(outlook.eye, outlook.ahead);
  Stage stage = stage_of(shop.rock, shop.input.air);
  stage.key = key_light(shop.rock, camera);
  if (!worth_showing(render(stage, camera, kProbeWidth, kProbeHeight, shop.executor))) return false;
  PictureMesh body;
  std::vector<RayScene> figure;
  view.has_marker = figure_place(shop.rock, camera, shop.floors, stage.feet, view.marker_visible);
  const Vec3 origin = shop.input.mesh.origin;
  if (view.has_marker) {
    const Vec3f d = stage.feet - outlook.eye;
    view.marker = origin + to_double(stage.feet);
    body = figure_mesh(origin, view.marker, to_double(unit_of(Vec3f{d.x, d.y, 0})));
    Result<RayScene> scene = RayScene::build(body);
    if (!scene) return false;
    figure.push_back(std::move(*scene));
    stage.figure = &figure.front();
  }
  const Frame2D frame = render(stage, camera, kViewWidth, kViewHeight, shop.executor);
  view.image = to_image(frame);
  view.eye = origin + to_double(camera.eye);
  view.forward = to_double(camera.forward);
  view.free_m = static_cast<double>(outlook.free_m);
  view.mean_luminance = mean_luminance(frame);
  draw_caption(view.image, caption_text(shop.input.caption, view.eye));
  return true;
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
  Shop shop{input, *rock, executor, {}, {input.window.lo - origin, input.window.hi - origin}};
  for (const Vec3& f : input.floors) shop.floors.push_back(f - origin);
  ViewSet set;
  FarthestPoints spread(shop.floors);
  const Vec3 start = input.start - origin;
  int index = -1;
  double least = 1e300;
  for (std::size_t i = 0; i < shop.floors.size(); ++i)
    if (const Vec3 d = shop.floors[i] - start; dot(d, d) < least)
      least = dot(d, d), index = static_cast<int>(i);
  const int tries = 4 * input.count + 8;
  for (int t = 0; t < tries && index >= 0 && static_cast<int>(set.views.size()) < input.count;
       ++t) {
    View view;
    const Outlook outlook = best_outlook(*rock, shop.floors, index, kAroundM, shop.window);
    if (take_view(shop, outlook, view))
      set.views.push_back(std::move(view));
    else
      ++set.rejected;
    spread.add(shop.floors[static_cast<std::size_t>(index)]);
    if (outlook.score >= 0) spread.add(to_double(outlook.eye) - Vec3{0, 0, kEyeHeightM});
    index = spread.next(kApartM);
  }
  return set;
}

std::string views_json(const ViewSet& set, const Caption& caption) {
  json::Writer w;
  w.begin_object();
  w.key("season").value(caption.season);
  w.key("strate").value(caption.strate);
  w.key("seed").value(hex(caption.seed));
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
