/** Staff of the demo shops. Their password is public: never give it to a shop that sells. */
export const DEMO_STAFF = [
  { name: 'Demo Owner', role: 'owner' },
  { name: 'Demo Packer', role: 'packer' },
  { name: 'Demo Editor', role: 'editor' },
] as const

export const DEMO_PASSWORD = 'demo-password-not-secret'

export function demoEmail(role: string, shop: string): string {
  return `${role}@${shop}.example`
}
