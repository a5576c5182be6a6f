ALTER TABLE "contact_messages" ADD COLUMN "answered_at" timestamp with time zone;
