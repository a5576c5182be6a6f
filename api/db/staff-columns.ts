/** Words that the tables of staff and of the audit log store. What a role may do: api/modules/staff/permissions.ts */

export const STAFF_ROLES = ['owner', 'manager', 'packer', 'editor', 'read-only'] as const

export type StaffRole = (typeof STAFF_ROLES)[number]

/** A person at the console, a program with a token, a command, or a caller who is none of them. */
export const AUDIT_ACTORS = ['staff', 'token', 'command', 'unknown'] as const

export const AUDIT_OUTCOMES = ['done', 'refused'] as const
