CREATE TABLE `presets` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`model` text,
	`system_prompt` text,
	`settings_json` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_presets_name` ON `presets` (`owner_id`,`name_key`);