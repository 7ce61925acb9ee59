CREATE TABLE `person_settings` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`settings_json` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `idx_sessions_owner`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `title_origin_json` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `pinned` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `archived` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `folder` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `tags_json` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `temporary` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `idx_sessions_list` ON `sessions` (`owner_id`,(typeof(deleted_at) <> 'integer' AND temporary IS NOT 1),(archived IS 1),(pinned IS 1),`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `idx_sessions_deleted` ON `sessions` (`deleted_at`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `idx_sessions_temporary` ON `sessions` (`id`) WHERE temporary = 1;