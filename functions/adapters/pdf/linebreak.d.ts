declare module "linebreak" {
  /** Where a text may be broken into lines (UAX 14). */
  class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default LineBreaker;
}
