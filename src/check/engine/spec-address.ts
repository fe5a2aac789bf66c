/** The address of a rule's page of the specification: pages of ACP stand below one folder, others name themselves. */
export function specAddress(spec: string): string {
  return spec.startsWith('https://') ? spec : `https://agentclientprotocol.com/protocol/${spec}`;
}
