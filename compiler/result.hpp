// A value or one positioned error. Library code returns these and never throws, prints or exits.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace strate {

/// A byte range of one document of a SourceSet. Line, column and JSON pointer are derived only when
/// a message is printed.
struct SourceRef {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t document = kNone;  ///< index into the SourceSet; kNone: no place is known
  std::uint32_t begin = 0, end = 0;
  bool known() const { return document != kNone; }
  friend bool operator==(const SourceRef&, const SourceRef&) = default;
};

/// What went wrong. `code` is dotted lower_snake and stable: "json.duplicate_key".
struct Error {
  std::string code;
  std::string text;
  SourceRef source;
  std::vector<std::string> notes;  ///< what is allowed, the nearest name, a remedy: one line each
};

/// Either a T or an Error.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}
  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& operator*() { return std::get<T>(state_); }
  const T& operator*() const { return std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  Error& error() { return std::get<Error>(state_); }
  const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// The value of functions that only succeed or fail.
struct Done {};

}  // namespace strate
