// Faces of type in one format: every browser that can run the page knows it.
import type { CSSOptions } from "vite";

const OLD_FORMAT = /,\s*url\([^)]*\.woff\)\s*format\([^)]*\)/g;

export const fonts: CSSOptions["postcss"] = {
  plugins: [
    {
      postcssPlugin: "fonts",
      Declaration: {
        src(declaration) {
          declaration.value = declaration.value.replace(OLD_FORMAT, "");
        },
      },
    },
  ],
};
