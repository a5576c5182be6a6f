-- Counts of some minutes: they may be lost with the server, so they cost its log nothing.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
-- They are counted before a shop is known. A shop's transaction has no right here.
GRANT SELECT, INSERT, UPDATE, DELETE ON "rate_limits" TO tanabana_directory;
