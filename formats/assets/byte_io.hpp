// Little-endian numbers in and out of bytes, whatever the machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace strate {

template <class T>
void put_number(std::string& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    out += static_cast<char>(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// Reads from the beginning. Past the end everything is 0 and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  bool ok() const { return ok_; }
  std::string_view rest() const { return rest_; }

  std::string_view take(std::size_t size) {
    if (size > rest_.size()) {
      ok_ = false, rest_ = {};
      return {};
    }
    const std::string_view out = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return out;
  }
  template <class T>
  T number() {
    T value = 0;
    const std::string_view bytes = take(sizeof(T));
    for (std::size_t i = 0; i < bytes.size(); ++i)
      value = static_cast<T>(
          value | static_cast<T>(static_cast<T>(static_cast<std::uint8_t>(bytes[i])) << (8 * i)));
    return value;
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace strate
