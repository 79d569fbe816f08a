#include "compiler/memory_file_system.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include "compiler/hash.hpp"

namespace strate {
namespace {

struct Node;
using NodePtr = std::shared_ptr<Node>;
using Entries = std::map<std::string, NodePtr>;

struct Node {
  FileKind kind = FileKind::file;
  std::uint64_t identity = 0;
  std::int64_t modified_ns = 0;
  std::string bytes;             // file: content; symlink: target
  std::string durable;           // file: content at the last sync
  bool dirty = false;            // file: written since then
  Entries entries;               // folder
  std::vector<Entries> earlier;  // folder: its lists since the last sync, oldest first
};

Error fault(const char* code, const std::string& path) {
  return {code, "cannot use " + path + ": " + code, {}, {}};
}

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (!part.empty() && part != ".") parts.emplace_back(part);
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
  }
  return parts;
}

/// What is left of a file that was not synced.
std::string survivor(const Node& node, std::uint64_t draw_bits) {
  switch (draw_bits % 4) {
    case 0:
      return node.durable;
    case 1:
      return node.bytes;
    case 2:
      return node.bytes.substr(0, (draw_bits >> 8) % (node.bytes.size() + 1));
    default:
      return std::string(node.bytes.size(), '\0');
  }
}

}  // namespace

struct MemoryFileSystem::Impl {
  std::mutex mutex;
  NodePtr root = std::make_shared<Node>();
  std::set<std::string> locks;
  std::uint64_t capacity = ~std::uint64_t{0}, used = 0, next_identity = 1;
  std::int64_t now = 0;

  NodePtr make(FileKind kind) {
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->identity = next_identity++;
    node->modified_ns = ++now;
    return node;
  }

  static void changing(Node& folder) { folder.earlier.push_back(folder.entries); }

  /// Walks to what `path` names; null if it is not there. The names walked, links resolved, go to
  /// `trail`.
  NodePtr find(const std::string& path, bool follow_last,
               std::vector<std::string>* trail = nullptr) {
    std::vector<NodePtr> stack{root};
    std::vector<std::string> names, todo = split(path);
    std::reverse(todo.begin(), todo.end());
    for (int links = 0; !todo.empty();) {
      const std::string name = todo.back();
      todo.pop_back();
      if (name == "..") {
        if (stack.size() > 1) stack.pop_back(), names.pop_back();
        continue;
      }
      const Node& here = *stack.back();
      const auto found = here.entries.find(name);
      if (here.kind != FileKind::folder || found == here.entries.end()) return nullptr;
      const NodePtr node = found->second;
      if (node->kind == FileKind::symlink && (follow_last || !todo.empty())) {
        if (++links > 40) return nullptr;
        std::vector<std::string> target = split(node->bytes);
        if (node->bytes.starts_with('/')) stack.resize(1), names.clear();
        todo.insert(todo.end(), target.rbegin(), target.rend());
        continue;
      }
      stack.push_back(node);
      names.push_back(name);
    }
    if (trail != nullptr) *trail = names;
    return stack.back();
  }

  NodePtr folder_of(const std::string& path) {
    const NodePtr node = find(parent_path(path), true);
    return node && node->kind == FileKind::folder ? node : nullptr;
  }

  void put(const std::string& path, NodePtr node) {
    NodePtr folder = root;
    const std::vector<std::string> parts = split(path);
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      NodePtr& next = folder->entries[parts[i]];
      if (!next) next = make(FileKind::folder);
      folder = next;
    }
    folder->entries[parts.back()] = std::move(node);
    folder->earlier.clear();
  }

  Result<Done> append(Node& node, std::string_view bytes, const std::string& path) {
    const std::size_t room = static_cast<std::size_t>(
        std::min<std::uint64_t>(bytes.size(), capacity > used ? capacity - used : 0));
    node.bytes.append(bytes.substr(0, room));
    node.dirty = true;
    node.modified_ns = ++now;
    used += room;
    if (room < bytes.size()) return fault("io.disk_full", path);
    return Done{};
  }

  void lose(Node& node, std::uint64_t seed, std::set<const Node*>& seen) {
    if (!seen.insert(&node).second) return;
    const std::uint64_t bits = draw(seed, node.identity, 1);
    if (node.kind == FileKind::file && node.dirty) node.bytes = survivor(node, bits);
    node.durable = node.kind == FileKind::file ? node.bytes : std::string();
    node.dirty = false;
    if (const std::size_t pick = bits % (node.earlier.size() + 1); pick < node.earlier.size())
      node.entries = Entries(node.earlier[pick]);
    node.earlier.clear();
    for (auto& [name, child] : node.entries) lose(*child, seed, seen);
  }
};

namespace {

class MemoryReader final : public FileReader {
 public:
  MemoryReader(NodePtr node, std::mutex& mutex, std::shared_ptr<void> owner)
      : node_(std::move(node)), mutex_(mutex), owner_(std::move(owner)) {}
  Result<std::size_t> read(void* data, std::size_t size) override {
    const std::lock_guard guard(mutex_);
    const std::size_t n = at_ < node_->bytes.size() ? std::min(size, node_->bytes.size() - at_) : 0;
    std::copy_n(node_->bytes.data() + at_, n, static_cast<char*>(data));
    at_ += n;
    return n;
  }

 private:
  NodePtr node_;
  std::mutex& mutex_;
  std::shared_ptr<void> owner_;
  std::size_t at_ = 0;
};

/// Calls back into the file system for what needs its lock.
class MemoryWriter final : public FileWriter {
 public:
  using Append = std::function<Result<Done>(std::string_view)>;
  using Sync = std::function<Result<Done>()>;
  MemoryWriter(Append append, Sync sync) : append_(std::move(append)), sync_(std::move(sync)) {}
  Result<Done> write(std::string_view bytes) override { return append_(bytes); }
  Result<Done> sync() override { return sync_(); }
  Result<Done> close() override { return Done{}; }

 private:
  Append append_;
  Sync sync_;
};

class MemoryLock final : public FileLock {
 public:
  explicit MemoryLock(std::function<void()> release) : release_(std::move(release)) {}
  ~MemoryLock() override { release_(); }

 private:
  std::function<void()> release_;
};

}  // namespace

MemoryFileSystem::MemoryFileSystem() : impl_(std::make_shared<Impl>()) {
  impl_->root->kind = FileKind::folder;
}
MemoryFileSystem::~MemoryFileSystem() = default;

void MemoryFileSystem::put(const std::string& path, std::string bytes) {
  const std::lock_guard guard(impl_->mutex);
  NodePtr node = impl_->make(FileKind::file);
  impl_->used += bytes.size();
  node->durable = node->bytes = std::move(bytes);
  impl_->put(path, std::move(node));
}

void MemoryFileSystem::put_symlink(const std::string& path, std::string target) {
  const std::lock_guard guard(impl_->mutex);
  NodePtr node = impl_->make(FileKind::symlink);
  node->bytes = std::move(target);
  impl_->put(path, std::move(node));
}

void MemoryFileSystem::set_capacity(std::uint64_t bytes) {
  const std::lock_guard guard(impl_->mutex);
  impl_->capacity = bytes;
}

void MemoryFileSystem::lose_power(std::uint64_t seed) {
  const std::lock_guard guard(impl_->mutex);
  std::set<const Node*> seen;
  impl_->lose(*impl_->root, seed, seen);
  impl_->locks.clear();
}

Result<FileStatus> MemoryFileSystem::status(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr node = impl_->find(path, false);
  if (!node) return FileStatus{};
  const std::uint64_t size = node->kind == FileKind::file ? node->bytes.size() : 0;
  return FileStatus{node->kind, size, node->modified_ns, node->identity};
}

Result<std::string> MemoryFileSystem::canonical(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  std::vector<std::string> trail;
  if (!impl_->find(path, true, &trail)) return fault("io.not_found", path);
  std::string text = trail.empty() ? "/" : "";
  for (const std::string& name : trail) text += "/" + name;
  return text;
}

Result<std::vector<FolderEntry>> MemoryFileSystem::list(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr node = impl_->find(path, true);
  if (!node) return fault("io.not_found", path);
  if (node->kind != FileKind::folder) return fault("io.not_a_folder", path);
  std::vector<FolderEntry> entries;
  for (const auto& [name, child] : node->entries) entries.push_back({name, child->kind});
  return entries;
}

Result<std::unique_ptr<FileReader>> MemoryFileSystem::open(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  NodePtr node = impl_->find(path, true);
  if (!node) return fault("io.not_found", path);
  if (node->kind != FileKind::file) return fault("io.not_a_file", path);
  return std::unique_ptr<FileReader>(
      std::make_unique<MemoryReader>(std::move(node), impl_->mutex, impl_));
}

Result<std::unique_ptr<FileReader>> MemoryFileSystem::open_inside(const std::string& root,
                                                                  const std::string& relative) {
  std::string here = root;
  for (const std::string& part : split(relative)) {
    if (part == "..") return fault("path.outside_root", relative);
    here = join_path(here, part);
    Result<FileStatus> found = status(here);
    if (found && found->kind == FileKind::symlink) return fault("path.symlink", relative);
  }
  return open(here);
}

Result<std::unique_ptr<FileWriter>> MemoryFileSystem::create(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr folder = impl_->folder_of(path);
  if (!folder) return fault("io.not_found", path);
  if (folder->entries.contains(file_name(path))) return fault("io.exists", path);
  const NodePtr node = impl_->make(FileKind::file);
  Impl::changing(*folder);
  folder->entries[file_name(path)] = node;
  const auto impl = impl_;
  auto append = [impl, node, path](std::string_view bytes) {
    const std::lock_guard inner(impl->mutex);
    return impl->append(*node, bytes, path);
  };
  auto sync = [impl, node]() -> Result<Done> {
    const std::lock_guard inner(impl->mutex);
    node->durable = node->bytes;
    node->dirty = false;
    return Done{};
  };
  return std::unique_ptr<FileWriter>(std::make_unique<MemoryWriter>(append, sync));
}

Result<Done> MemoryFileSystem::sync_file(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr node = impl_->find(path, false);
  if (!node) return fault("io.not_found", path);
  node->durable = node->bytes;
  node->dirty = false;
  return Done{};
}

Result<Done> MemoryFileSystem::sync_folder(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr node = impl_->find(path, true);
  if (!node) return fault("io.not_found", path);
  node->earlier.clear();
  return Done{};
}

Result<Done> MemoryFileSystem::make_folder(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr folder = impl_->folder_of(path);
  if (!folder) return fault("io.not_found", path);
  if (folder->entries.contains(file_name(path))) return fault("io.exists", path);
  Impl::changing(*folder);
  folder->entries[file_name(path)] = impl_->make(FileKind::folder);
  return Done{};
}

Result<Done> MemoryFileSystem::remove_file(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr node = impl_->find(path, false);
  if (!node) return fault("io.not_found", path);
  if (node->kind == FileKind::folder) return fault("io.not_a_file", path);
  const NodePtr folder = impl_->folder_of(path);
  Impl::changing(*folder);
  folder->entries.erase(file_name(path));
  return Done{};
}

Result<Done> MemoryFileSystem::remove_folder(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr node = impl_->find(path, false);
  if (!node) return fault("io.not_found", path);
  if (node->kind != FileKind::folder) return fault("io.not_a_folder", path);
  if (!node->entries.empty()) return fault("io.not_empty", path);
  const NodePtr folder = impl_->folder_of(path);
  Impl::changing(*folder);
  folder->entries.erase(file_name(path));
  return Done{};
}

Result<Done> MemoryFileSystem::rename(const std::string& from, const std::string& to) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr node = impl_->find(from, false), replaced = impl_->find(to, false);
  const NodePtr source = impl_->folder_of(from), target = impl_->folder_of(to);
  if (!node || !target) return fault("io.not_found", from);
  if (replaced && replaced->kind == FileKind::folder && !replaced->entries.empty())
    return fault("io.not_empty", to);
  if (replaced && (replaced->kind == FileKind::folder) != (node->kind == FileKind::folder))
    return fault("io.not_a_folder", to);
  Impl::changing(*source);
  if (target != source) Impl::changing(*target);
  source->entries.erase(file_name(from));
  target->entries[file_name(to)] = node;
  return Done{};
}

Result<Done> MemoryFileSystem::exchange(const std::string& a, const std::string& b) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr first = impl_->find(a, false), second = impl_->find(b, false);
  if (!first || !second) return fault("io.not_found", first ? b : a);
  const NodePtr source = impl_->folder_of(a), target = impl_->folder_of(b);
  Impl::changing(*source);
  if (target != source) Impl::changing(*target);
  source->entries[file_name(a)] = second;
  target->entries[file_name(b)] = first;
  return Done{};
}

Result<Done> MemoryFileSystem::link(const std::string& from, const std::string& to) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr node = impl_->find(from, false), folder = impl_->folder_of(to);
  if (!node || !folder) return fault("io.not_found", from);
  if (node->kind == FileKind::folder) return fault("io.permission", from);
  if (folder->entries.contains(file_name(to))) return fault("io.exists", to);
  Impl::changing(*folder);
  folder->entries[file_name(to)] = node;
  return Done{};
}

Result<std::unique_ptr<FileLock>> MemoryFileSystem::lock(const std::string& path) {
  const std::lock_guard guard(impl_->mutex);
  const NodePtr folder = impl_->folder_of(path);
  if (!folder) return fault("io.not_found", path);
  if (!impl_->locks.insert(path).second) return fault("io.busy", path);
  Impl::changing(*folder);
  NodePtr& node = folder->entries[file_name(path)];
  if (!node) node = impl_->make(FileKind::file);
  const auto impl = impl_;
  auto release = [impl, path] {
    const std::lock_guard inner(impl->mutex);
    impl->locks.erase(path);
    if (const NodePtr holder = impl->folder_of(path)) {
      Impl::changing(*holder);
      holder->entries.erase(file_name(path));
    }
  };
  return std::unique_ptr<FileLock>(std::make_unique<MemoryLock>(release));
}

}  // namespace strate
