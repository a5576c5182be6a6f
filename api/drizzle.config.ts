import { defineConfig } from 'drizzle-kit'

/** For the developer: `npx drizzle-kit generate` in this folder writes the next migration after a change of the schema. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './db/schema.ts',
  out: './db/migrations',
})
