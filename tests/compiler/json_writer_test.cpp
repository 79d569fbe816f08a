#include <catch2/catch.hpp>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "compiler/hash.hpp"
#include "compiler/json.hpp"

using namespace strate;

TEST_CASE("writer: one key a line, rows on one line, a newline at the end") {
  json::Writer w;
  w.begin_object();
  w.key("name").value("x");
  w.key("at_m").begin_row().value(1.5).value(-2).value(0.0).end_array();
  w.key("list").begin_array().value(true).begin_object().end_object().end_array();
  w.key("stops").begin_row();
  w.begin_row().value(0).value(1).end_array();
  w.begin_row().value(2).begin_row().value(3).value(4).end_array().end_array();
  w.end_array();
  w.key("empty").begin_array().end_array();
  w.end_object();
  CHECK(w.text() ==
        "{\n  \"name\": \"x\",\n  \"at_m\": [1.5, -2, 0],\n  \"list\": [\n    true,\n    {}\n  ],\n"
        "  \"stops\": [[0, 1], [2, [3, 4]]],\n  \"empty\": []\n}\n");
}

TEST_CASE("writer: canonical text inside is indented to its depth") {
  json::Writer inner;
  inner.begin_object().key("a").value(1).end_object();
  json::Writer w;
  w.begin_object().key("in").raw(inner.text()).end_object();
  CHECK(w.text() == "{\n  \"in\": {\n    \"a\": 1\n  }\n}\n");
}

TEST_CASE("writer: numbers are shortest, fixed, and come back to the bit") {
  CHECK(json::number_text(0.1) == "0.1");
  CHECK(json::number_text(-0.0) == "0");
  CHECK(json::number_text(1e7) == "10000000");
  CHECK(json::number_text(1e-6) == "0.000001");
  CHECK(json::number_text(123456.789012) == "123456.789012");
  std::uint64_t state = 5;
  for (int i = 0; i < 20000; ++i) {
    state = mix64(state + kSaltStep);
    const double v = (unit(state) - 0.5) * (i % 2 == 0 ? 1e7 : 1e-3);
    const std::string text = json::number_text(v);
    CHECK(text.find('e') == std::string::npos);
    CHECK(json::number_value(text) == v);
  }
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  CHECK(json::number_value(json::number_text(least)) == least);
  CHECK(json::number_value(json::number_text(-most)) == -most);
}

TEST_CASE("writer: any string comes back from nlohmann as it was") {
  for (const std::string& text :
       {std::string("a\"b\\c/\n\t\r\b\f\x01\x1f\x7f é €"), std::string("\0", 1)})
    CHECK(nlohmann::json::parse(json::quoted(text)).get<std::string>() == text);
  CHECK(json::quoted("\x1b[31m") == "\"\\u001b[31m\"");
}
