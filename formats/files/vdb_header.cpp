#include "formats/files/vdb_header.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "compiler/json.hpp"

namespace strate {

namespace {

// The layout of OpenVDB's io::Archive, all numbers little-endian: magic (8 bytes), version of the
// format, of the library (2 × 4), whether offsets follow (1), id (36), metadata of the file, number
// of grids; of each: name, type, parent, three offsets, compression, metadata, transform, tree.
constexpr std::string_view kMagic("\x20\x42\x44\x56\0\0\0\0", 8);
constexpr std::size_t kIdSize = 36;
constexpr std::uint32_t kMostEntries = 256, kMostText = 1u << 16;
constexpr std::uint32_t kOldestVersion = 222;  ///< compression is written per grid since then

/// Takes values off the front. After a fault all are zero and the first fault stays.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

  std::string_view take(std::size_t n) {
    if (fault_ || n > bytes_.size() - at_) {
      fail("the file ends inside its head");
      return {};
    }
    at_ += n;
    return bytes_.substr(at_ - n, n);
  }
  template <class T>
  T number() {
    static_assert(std::endian::native == std::endian::little);
    T v{};
    if (const std::string_view b = take(sizeof v); b.size() == sizeof v)
      std::memcpy(&v, b.data(), sizeof v);
    return v;
  }
  std::string text() {
    const auto n = number<std::uint32_t>();
    if (n > kMostText) fail("a text is too long");
    return std::string(take(fault_ ? 0 : n));
  }
  void fail(const std::string& what) {
    if (!fault_) fault_ = Error{"vdb.damaged", "byte " + std::to_string(at_) + ": " + what, {}, {}};
  }

  std::size_t at() const { return at_; }
  bool ok() const { return !fault_; }
  const Error& fault() const { return *fault_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::optional<Error> fault_;
};

template <class T>
std::string real_text(std::string_view b) {
  T v{};
  std::memcpy(&v, b.data(), sizeof v);
  return std::isfinite(v) ? json::number_text(static_cast<double>(v)) : "?";
}

template <class T>
std::string whole_text(std::string_view b) {
  T v{};
  std::memcpy(&v, b.data(), sizeof v);
  return std::to_string(v);
}

std::string vector_text(std::string_view b) {
  return whole_text<std::int32_t>(b.substr(0, 4)) + "," + whole_text<std::int32_t>(b.substr(4, 4)) +
         "," + whole_text<std::int32_t>(b.substr(8, 4));
}

std::string value_text(std::string_view type, std::string_view b) {
  const auto is = [&](std::string_view name, std::size_t size) {
    return type == name && b.size() == size;
  };
  if (type == "string" && b.size() <= kMostText) return std::string(b);
  if (is("double", 8)) return real_text<double>(b);
  if (is("float", 4)) return real_text<float>(b);
  if (is("int32", 4)) return whole_text<std::int32_t>(b);
  if (is("int64", 8)) return whole_text<std::int64_t>(b);
  if (is("vec3i", 12)) return vector_text(b);
  if (is("bool", 1)) return b[0] != 0 ? "true" : "false";
  return "?";
}

std::vector<VdbEntry> read_metadata(Cursor& in) {
  std::vector<VdbEntry> entries;
  const auto count = in.number<std::uint32_t>();
  if (count > kMostEntries) in.fail("it has too many entries of metadata");
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    VdbEntry e;
    e.name = in.text();
    e.type = in.text();
    const auto size = in.number<std::uint32_t>();
    const std::string_view value = in.take(in.ok() ? size : 0);
    if (in.ok()) e.value = value_text(e.type, value);
    entries.push_back(std::move(e));
  }
  return entries;
}

/// The offsets must lie in order behind them, and the last is the file's end.
void read_offsets(Cursor& in, std::uint64_t size) {
  const auto grid = in.number<std::int64_t>(), blocks = in.number<std::int64_t>(),
             end = in.number<std::int64_t>();
  if (!in.ok()) return;
  if (grid != static_cast<std::int64_t>(in.at()) || blocks < grid || end < blocks)
    return in.fail("its offsets are out of order");
  if (end != static_cast<std::int64_t>(size))
    in.fail("the file has " + std::to_string(size) + " bytes, not " + std::to_string(end));
}

void read_grid(Cursor& in, std::uint64_t size, VdbSummary& out) {
  if (in.number<std::uint32_t>() != 1) in.fail("it does not hold one grid");
  out.grid = in.text();
  out.grid_type = in.text();
  if (!in.text().empty()) in.fail("the grid is an instance of another");
  read_offsets(in, size);
  in.number<std::uint32_t>();  // compression
  out.metadata = read_metadata(in);
}

}  // namespace

std::string_view VdbSummary::value(std::string_view name) const {
  for (const VdbEntry& e : metadata)
    if (e.name == name) return e.value;
  return {};
}

bool is_vdb(std::string_view bytes) { return bytes.starts_with(kMagic); }

Result<VdbSummary> read_vdb_header(std::string_view bytes) {
  Cursor in(bytes);
  VdbSummary out;
  out.bytes = bytes.size();
  if (in.take(kMagic.size()) != kMagic) in.fail("this is no .vdb");
  out.file_version = in.number<std::uint32_t>();
  out.library_major = in.number<std::uint32_t>();
  out.library_minor = in.number<std::uint32_t>();
  if (out.file_version < kOldestVersion) in.fail("its format is older than any that we write");
  if (in.number<char>() != 1) in.fail("it has no offsets");
  out.id = std::string(in.take(kIdSize));
  read_metadata(in);
  read_grid(in, bytes.size(), out);
  if (!in.ok()) return in.fault();
  return out;
}

}  // namespace strate
