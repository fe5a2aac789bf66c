/**
 * What a value is for people, beyond its JSON type. The schemas say it only in part (v2 has `AbsolutePath` and formats,
 * v1 hardly anything), so it stands here, once for both versions.
 */
export type Role =
  | 'path'
  | 'uri'
  /** An absolute URI with https or data. */
  | 'icon-uri'
  | 'base64'
  /** Base64 that must not be empty. */
  | 'media'
  /** ISO 8601. */
  | 'timestamp'
  /** RFC 3339, with an offset. */
  | 'date-time'
  | 'identifier'
  | 'line'
  | 'priority';

/** Roles of all values of a definition, wherever it is used. */
export const DEFINITION_ROLES: Readonly<Record<string, Role>> = {
  AbsolutePath: 'path',
  AuthMethodId: 'identifier',
  CompactionId: 'identifier',
  ElicitationId: 'identifier',
  MessageId: 'identifier',
  PermissionOptionId: 'identifier',
  PlanId: 'identifier',
  SessionConfigId: 'identifier',
  SessionId: 'identifier',
  SessionModeId: 'identifier',
  TerminalId: 'identifier',
  ToolCallId: 'identifier',
};

/** Roles of one member of one definition; of its items where it holds an array. */
export const MEMBER_ROLES: Readonly<Record<string, Role>> = {
  'CreateTerminalRequest.cwd': 'path',
  'Diff.path': 'path',
  'ForkSessionRequest.additionalDirectories': 'path',
  'ForkSessionRequest.cwd': 'path',
  'ListSessionsRequest.cwd': 'path',
  'LoadSessionRequest.additionalDirectories': 'path',
  'LoadSessionRequest.cwd': 'path',
  'McpServerStdio.command': 'path',
  'NewSessionRequest.additionalDirectories': 'path',
  'NewSessionRequest.cwd': 'path',
  'ReadTextFileRequest.path': 'path',
  'ResumeSessionRequest.additionalDirectories': 'path',
  'ResumeSessionRequest.cwd': 'path',
  'SessionInfo.additionalDirectories': 'path',
  'SessionInfo.cwd': 'path',
  'SubagentUpdate.additionalDirectories': 'path',
  'SubagentUpdate.cwd': 'path',
  'ToolCallLocation.path': 'path',
  'WriteTextFileRequest.path': 'path',

  'BlobResourceContents.uri': 'uri',
  'ElicitationUrlMode.url': 'uri',
  'ImageContent.uri': 'uri',
  'McpServerHttp.url': 'uri',
  'McpServerSse.url': 'uri',
  'PlanFile.uri': 'uri',
  'ProviderCurrentConfig.baseUrl': 'uri',
  'ResourceLink.uri': 'uri',
  'SetProviderRequest.baseUrl': 'uri',
  'TextResourceContents.uri': 'uri',
  'Icon.src': 'icon-uri',

  'AudioContent.data': 'media',
  'ImageContent.data': 'media',
  'BlobResourceContents.blob': 'base64',

  'Annotations.lastModified': 'timestamp',
  'SessionInfo.updatedAt': 'timestamp',
  'SessionInfoUpdate.updatedAt': 'timestamp',

  'AvailableCommand.name': 'identifier',
  'Command.name': 'identifier',
  'Implementation.name': 'identifier',
  'Implementation.version': 'identifier',
  'RequestPermissionRequest.title': 'identifier',

  'ReadTextFileRequest.line': 'line',
  'ToolCallLocation.line': 'line',
  'Annotations.priority': 'priority',
};

/** Roles by `format` and `contentEncoding`. */
export const FORMAT_ROLES: Readonly<Record<string, Role>> = {
  uri: 'uri',
  'date-time': 'date-time',
  base64: 'base64',
};

/** Definitions of `{name, value}` whose value may be a credential. */
export const NAMED_VALUES: ReadonlySet<string> = new Set(['EnvVariable', 'HttpHeader']);

/** Members that hold a map from such names to such values. */
export const NAMED_VALUE_MAPS: ReadonlySet<string> = new Set(['SetProviderRequest.headers', 'AuthMethodTerminal.env']);
