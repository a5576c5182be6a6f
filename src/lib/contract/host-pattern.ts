/** Whether a host equals one of the patterns; a leading `*.` covers every subdomain. */
export function matchesHost(host: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern,
  )
}
