/** JSON-RPC 2.0, section 5.1. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** ACP: the agent wants the user to authenticate; also the first code that JSON-RPC leaves to implementations. */
export const AUTH_REQUIRED = -32000;
/** ACP: a session, a file or another resource is not there. */
export const NOT_FOUND = -32002;
/** The newer draft of v2: the agent speaks no version at or below the one asked for. */
export const UNSUPPORTED_VERSION = -32022;
/** ACP: the request was cancelled (spec: v1/cancellation). */
export const REQUEST_CANCELLED = -32800;
