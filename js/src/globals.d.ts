/** Put in by the build: the version of the Python package that this bundle belongs to. */
declare const RELEASE: string;

declare module "*.css" {
  const text: string;
  export default text;
}
