import { foldedSpelling } from '../../../acp/schema/spelling.js';

/** `_acme.dev/x`, `_acme/x`: what stands before the slash. */
export function vendorOf(method: string): string {
  const [vendor = ''] = method.slice(1).split('/');
  return vendor;
}

/** Vendors spell themselves in several ways: `zed.dev`, `zed`, `claudeCode`. One that begins as the other will do. */
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
