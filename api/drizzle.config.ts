import { defineConfig } from 'drizzle-kit'

/** After a change of the schema, run `npx drizzle-kit generate` in this folder to write the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './db/schema.ts',
  out: './db/migrations',
})
