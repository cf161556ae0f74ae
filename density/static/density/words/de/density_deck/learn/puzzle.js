// Made by `make words` from the catalogue: do not edit.
import { learn } from "../../../../catalogue.js";

learn((n) => Number(n != 1), {
  "Copied": "Kopiert",
  "Your browser does not let this page copy. Copy it from here:": "Dein Browser lässt diese Seite nicht kopieren. Kopiere es hier:"
});
