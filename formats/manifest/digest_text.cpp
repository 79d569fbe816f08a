#include "formats/manifest/digest_text.hpp"

namespace strate {

void write_digest(json::Writer& out, const DensityDigest& digest, const Window& window,
                  Um step_um) {
  out.key("digest").value(hex(digest));
  out.key("samples").value(digest.samples);
  out.key("window_m").begin_row();
  for (const Um um : window.lo) out.value(metres(um));
  for (const Um um : window.hi) out.value(metres(um));
  out.end_array();
  out.key("step_m").value(metres(step_um));
}

std::string digest_json(const DensityDigest& digest, const Window& window, Um step_um) {
  json::Writer out;
  out.begin_object();
  write_digest(out, digest, window, step_um);
  out.end_object();
  return out.text();
}

}  // namespace strate
