/** A reader of lines that refuses longer ones. */
export interface Reader {
  readonly name: string;
  /** The longest line that it takes, in bytes. */
  readonly bytes: number;
  /** Where that is known from. */
  readonly source: string;
  /** It is the default of an SDK in its latest version. */
  readonly isCurrentSdk: boolean;
}

const MIB = 1024 * 1024;

/** The limits of known readers, smallest first. docs/checking.md has the same table. */
export const READERS: readonly Reader[] = [
  {
    name: "Python's asyncio",
    bytes: 64 * 1024,
    source: 'https://github.com/agentclientprotocol/python-sdk/issues/27',
    isCurrentSdk: false,
  },
  {
    name: 'the Go SDK',
    bytes: 10 * MIB,
    source: 'https://github.com/coder/acp-go-sdk/blob/main/connection.go',
    isCurrentSdk: true,
  },
  {
    name: 'T3 Code',
    bytes: 16 * MIB,
    source: 'https://github.com/pingdotgg/t3code/issues/11216',
    isCurrentSdk: false,
  },
  {
    name: 'the TypeScript SDK',
    bytes: 32 * MIB,
    source: 'https://github.com/agentclientprotocol/typescript-sdk',
    isCurrentSdk: true,
  },
  {
    name: 'the Python SDK',
    bytes: 50 * MIB,
    source: 'https://github.com/agentclientprotocol/python-sdk/pull/59',
    isCurrentSdk: true,
  },
  { name: 'acpx', bytes: 64 * MIB, source: 'https://github.com/openclaw/acpx/pull/555', isCurrentSdk: false },
];
