import { foldedSpelling } from '../../../acp/schema/spelling.js';

/** The part before the slash in `_acme.dev/x` or `_acme/x`. */
export function vendorOf(method: string): string {
  const [vendor = ''] = method.slice(1).split('/');
  return vendor;
}

/**
 * Vendors spell their names in several ways: `zed.dev`, `zed`, `claudeCode`. It is enough if one begins with the other.
 */
export function isOf(vendor: string): (key: string) => boolean {
  const wanted = plain(vendor);
  return (key) => {
    const named = plain(key.split('/')[0] ?? '');
    return named !== '' && wanted !== '' && (named.startsWith(wanted) || wanted.startsWith(named));
  };
}

function plain(name: string): string {
  return foldedSpelling(name).replace(/\.(dev|com|org|io|ai|net|app)$/, '');
}
