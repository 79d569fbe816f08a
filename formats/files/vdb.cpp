#include "formats/files/vdb.hpp"

#include <openvdb/io/Archive.h>
#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>

#include <array>
#include <bit>
#include <exception>
#include <new>
#include <sstream>
#include <streambuf>
#include <type_traits>

#include "compiler/json.hpp"
#include "compiler/window.hpp"

namespace strate {

namespace {

constexpr float kBand = static_cast<float>(kBandM);
constexpr int kBigTiles = 4;  // tiles along the side of a 128³ node
constexpr std::size_t kIdAt = 21, kIdSize = 36;
constexpr const char* kGridName = "density";

using Grid = openvdb::FloatGrid;
using Leaf = Grid::TreeType::LeafNodeType;

openvdb::Coord vdb_coord(Coord c) {
  return {static_cast<int>(c.x), static_cast<int>(c.y), static_cast<int>(c.z)};
}

/// Writes grids to any stream, with the offsets that readers of files seek by.
class StreamArchive final : public openvdb::io::Archive {
 public:
  void write_to(std::ostream& out, const Grid::ConstPtr& grid) const {
    write(out, openvdb::GridCPtrVec{grid}, true);
  }
};

/// Reads from memory without a copy.
class MemoryBuffer final : public std::streambuf {
 public:
  explicit MemoryBuffer(std::string_view bytes) {
    char* begin = const_cast<char*>(bytes.data());  // a get area is never written to
    setg(begin, begin, begin + bytes.size());
  }

 protected:
  pos_type seekoff(off_type off, std::ios_base::seekdir from, std::ios_base::openmode) override {
    char* base = from == std::ios_base::beg   ? eback()
                 : from == std::ios_base::cur ? gptr()
                                              : egptr();
    if (off < eback() - base || off > egptr() - base) return pos_type(off_type(-1));
    setg(eback(), base + off, egptr());
    return pos_type(gptr() - eback());
  }
  pos_type seekpos(pos_type at, std::ios_base::openmode which) override {
    return seekoff(off_type(at), std::ios_base::beg, which);
  }
};

/// The content hash in the shape of the id that it replaces.
std::string id_of(Hash128 hash) {
  std::string text = hex(hash);
  for (const std::size_t at : {8u, 13u, 18u, 23u}) text.insert(at, 1, '-');
  return text;
}

std::string window_text(const IndexBox& window, Um voxel_um) {
  const Window w = window_of(window, voxel_um);
  std::string text;
  for (const auto& corner : {w.lo, w.hi})
    for (const Um um : corner) text += (text.empty() ? "" : ",") + json::number_text(metres(um));
  return text;
}

void set_metadata(Grid& grid, const DensityGrid& source, const VdbHeader& header) {
  const auto text = [&grid](const char* key, const std::string& value) {
    grid.insertMeta(key, openvdb::StringMetadata(value));
  };
  text("season", header.season);
  text("strate", header.strate);
  text("seed", std::to_string(header.seed));
  text("content_hash", hex(header.content_hash));
  text("window_m", window_text(source.window, source.voxel_um));
  grid.insertMeta("voxel_size_m", openvdb::DoubleMetadata(metres(source.voxel_um)));
  grid.insertMeta("band_m", openvdb::DoubleMetadata(kBandM));
  grid.setName(kGridName);
  grid.setGridClass(openvdb::GRID_LEVEL_SET);
  grid.setTransform(openvdb::math::Transform::createLinearTransform(metres(source.voxel_um)));
}

/// True where the whole 128³ box of tiles from `first` is rock.
bool solid_big_box(const DensityGrid& source, Coord first) {
  const IndexBox box{first, first + Coord{kBigTiles, kBigTiles, kBigTiles}};
  if (intersect(box, source.tiles) != box) return false;
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x)
        if (source.slots[source.tile_index({x, y, z})].solid != ~0ull) return false;
  return true;
}

void fill_leaf(Grid::TreeType& tree, Coord origin, const float* values) {
  Leaf* leaf = tree.touchLeaf(vdb_coord(origin));
  float* out = leaf->buffer().data();
  Leaf::NodeMaskType active;
  for (openvdb::Index i = 0; i < kLeafSamples; ++i) {
    out[i] = values[i];
    active.set(i, -kBand < values[i] && values[i] < kBand);
  }
  leaf->setValueMask(active);
}

/// A source that is not const gives its samples up.
template <class Slot>
void fill_tile(Grid::TreeType& tree, Coord tile, Slot& source) {
  const float* values = source.values.data();
  for (int bit = 0; bit < 64; ++bit) {
    const Coord leaf{bit / 16 * kLeafCells, bit / 4 % 4 * kLeafCells, bit % 4 * kLeafCells};
    const Coord origin =
        Coord{tile.x * kTileCells, tile.y * kTileCells, tile.z * kTileCells} + leaf;
    if ((source.solid >> bit & 1) != 0) {
      tree.addTile(1, vdb_coord(origin), -kBand, false);
    } else if ((source.dense >> bit & 1) != 0) {
      fill_leaf(tree, origin, values);
      values += kLeafSamples;
    }
  }
  if constexpr (!std::is_const_v<Slot>) std::vector<float>().swap(source.values);
}

template <class Source>
void fill_big_box(Grid::TreeType& tree, Source& source, Coord first) {
  if (solid_big_box(source, first)) {
    tree.addTile(2, vdb_coord({first.x * kTileCells, first.y * kTileCells, first.z * kTileCells}),
                 -kBand, false);
    return;
  }
  const IndexBox box =
      intersect({first, first + Coord{kBigTiles, kBigTiles, kBigTiles}}, source.tiles);
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x)
        fill_tile(tree, {x, y, z}, source.slots[source.tile_index({x, y, z})]);
}

template <class Source>
void fill_tree(Grid::TreeType& tree, Source& source) {
  const IndexBox& t = source.tiles;
  for (std::int64_t z = floor_div(t.lo.z, kBigTiles); z < ceil_div(t.hi.z, kBigTiles); ++z)
    for (std::int64_t y = floor_div(t.lo.y, kBigTiles); y < ceil_div(t.hi.y, kBigTiles); ++y)
      for (std::int64_t x = floor_div(t.lo.x, kBigTiles); x < ceil_div(t.hi.x, kBigTiles); ++x)
        fill_big_box(tree, source, {x * kBigTiles, y * kBigTiles, z * kBigTiles});
}

Error unreadable(std::string why) {
  return {"vdb.unreadable", "not a volume file of ours: " + std::move(why), {}, {}};
}

/// The density grid of a file.
Result<Grid::Ptr> read_grid(std::string_view bytes) {
  try {
    openvdb::initialize();
    MemoryBuffer buffer(bytes);
    std::istream in(&buffer);
    const openvdb::GridPtrVecPtr grids = openvdb::io::Stream(in, false).getGrids();
    if (!in || in.tellg() != std::streampos(static_cast<std::streamoff>(bytes.size())))
      return unreadable("its length is wrong");
    const auto base = grids ? openvdb::findGridByName(*grids, kGridName) : nullptr;
    Grid::Ptr grid = base ? openvdb::gridPtrCast<Grid>(base) : nullptr;
    if (!grid) return unreadable("it has no float grid \"density\"");
    return grid;
  } catch (const std::exception& e) {
    return unreadable(e.what());
  }
}

VdbInfo info_of(const Grid& grid) {
  VdbInfo info;
  info.grid = grid.getName();
  info.grid_class = Grid::gridClassToString(grid.getGridClass());
  for (auto it = grid.beginMeta(); it != grid.endMeta(); ++it)
    info.metadata.emplace_back(it->first, it->second ? it->second->str() : "");
  info.voxel_m = grid.voxelSize()[0];
  info.background = grid.background();
  info.leaves = grid.tree().leafCount();
  for (auto it = grid.cbeginValueAll(); it; ++it) info.tiles += it.isTileValue() && *it < 0.0f;
  info.active_samples = grid.activeVoxelCount();
  return info;
}

template <class Source>
Result<std::string> encode(Source& source, const VdbHeader& header) {
  try {
    openvdb::initialize();
    const Grid::Ptr grid = Grid::create(kBand);
    set_metadata(*grid, source, header);
    fill_tree(grid->tree(), source);
    std::ostringstream out(std::ios_base::binary);
    StreamArchive archive;
    archive.setCompression(openvdb::io::COMPRESS_BLOSC | openvdb::io::COMPRESS_ACTIVE_MASK);
    archive.write_to(out, grid);
    std::string bytes = std::move(out).str();
    bytes.replace(kIdAt, kIdSize, id_of(header.content_hash));
    return bytes;
  } catch (const std::bad_alloc&) {
    return Error{"io.out_of_memory", "there is not enough memory to encode a volume", {}, {}};
  } catch (const std::exception& e) {
    return Error{"vdb.encode", std::string("the volume cannot be written: ") + e.what(), {}, {}};
  }
}

}  // namespace

Result<std::string> encode_vdb(const DensityGrid& source, const VdbHeader& header) {
  return encode(source, header);
}

Result<std::string> encode_vdb(DensityGrid&& source, const VdbHeader& header) {
  return encode(source, header);
}

Result<VdbInfo> inspect_vdb(std::string_view bytes) {
  if (bytes.size() < kIdAt + kIdSize) return unreadable("it is too short");
  const Result<Grid::Ptr> grid = read_grid(bytes);
  if (!grid) return grid.error();
  VdbInfo info = info_of(**grid);
  info.id = bytes.substr(kIdAt, kIdSize);
  info.bytes = bytes.size();
  return info;
}

Result<std::vector<float>> read_vdb(std::string_view bytes, const IndexBox& box) {
  const Result<Grid::Ptr> grid = read_grid(bytes);
  if (!grid) return grid.error();
  std::vector<float> values;
  values.reserve(box.count());
  const auto reader = (*grid)->getConstAccessor();
  for (std::int64_t z = box.lo.z; z < box.hi.z; ++z)
    for (std::int64_t y = box.lo.y; y < box.hi.y; ++y)
      for (std::int64_t x = box.lo.x; x < box.hi.x; ++x)
        values.push_back(reader.getValue(vdb_coord({x, y, z})));
  return values;
}

}  // namespace strate
