import { fileURLToPath } from 'node:url';

/** A file that comes with the package. @param path below the package's folder */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
