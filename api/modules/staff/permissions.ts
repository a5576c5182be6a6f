import { STAFF_ROLES, type StaffRole } from '../../db/staff-columns.ts'

const ALL = STAFF_ROLES
const OWNER = ['owner'] as const
const MANAGEMENT = ['owner', 'manager'] as const
const EDITORS = [...MANAGEMENT, 'editor'] as const
const PACKERS = [...MANAGEMENT, 'packer'] as const

/** The roles that have each permission. docs/admin-api.md#roles */
const PERMISSIONS = {
  'orders.read': [...PACKERS, 'read-only'],
  /** Pack, ship and deliver, and say what happened to a parcel. */
  'orders.ship': PACKERS,
  /** What decides on money: accept unpaid, cancel, a lost parcel. */
  'orders.decide': MANAGEMENT,
  'takings.read': [...MANAGEMENT, 'read-only'],
  'payments.read': [...MANAGEMENT, 'read-only'],
  'payments.write': MANAGEMENT,
  'returns.read': [...PACKERS, 'read-only'],
  'returns.receive': PACKERS,
  'returns.decide': MANAGEMENT,
  'products.read': ALL,
  'products.write': EDITORS,
  'stock.write': [...EDITORS, 'packer'],
  'content.read': [...EDITORS, 'read-only'],
  'content.write': EDITORS,
  'content.publish': EDITORS,
  'offers.read': [...EDITORS, 'read-only'],
  'offers.write': MANAGEMENT,
  'settings.read': [...MANAGEMENT, 'read-only'],
  'settings.write': MANAGEMENT,
  'customers.read': [...MANAGEMENT, 'read-only'],
  'customers.write': MANAGEMENT,
  'staff.read': MANAGEMENT,
  'staff.write': OWNER,
  'tokens.read': MANAGEMENT,
  'tokens.write': OWNER,
  'audit.read': MANAGEMENT,
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof PERMISSIONS

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[]

export function permissionsOf(role: StaffRole): Permission[] {
  return ALL_PERMISSIONS.filter((name) => (PERMISSIONS[name] as readonly StaffRole[]).includes(role))
}

/** Roles that sign in with a code of an authenticator app, too. */
export function needsCode(role: StaffRole): boolean {
  return role === 'owner' || role === 'manager'
}
