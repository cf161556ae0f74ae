/** The ESLint rules for browser modules and their tests; tsc checks names and types. */

import js from "@eslint/js";

export default [
  { ignores: ["**/vendor/**", "**/node_modules/**"] },
  js.configs.recommended,
  {
    rules: {
      "no-undef": "off", // tsc
      "no-unused-vars": ["error", { args: "none", ignoreRestSiblings: true }],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-warning-comments": "error",
    },
  },
];
