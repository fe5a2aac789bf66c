/** The full address of a rule's page of the specification. */
export function specAddress(spec: string): string {
  return spec.startsWith('https://') ? spec : `https://agentclientprotocol.com/protocol/${spec}`;
}
