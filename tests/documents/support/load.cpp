#include "tests/documents/support/load.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace strate::test {

bool drives_terminal(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte != '\n' && (byte < 0x20 || byte == 0x7f);
  });
}

std::string data_path(const std::string& name) {
  return std::string(STRATEC_SOURCE_DIR) + "/tests/documents/data/" + name;
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

Loaded load_in(const std::string& folder, const std::string& name) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  Loaded out;
  const bool season = name.find(".season.json") != std::string::npos;
  if (name == "expect.json")
    out.fine = read_expect(out.sources, out.sources.add(name, read_text(name)), false, out.expect,
                           out.diags);
  else
    out.fine = (season ? load_season : load_strate)(name, posix_file_system(), test_catalog(), {},
                                                    out.sources, out.season, out.diags);
  std::filesystem::current_path(before);
  return out;
}

}  // namespace strate::test
