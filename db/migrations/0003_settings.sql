ALTER TABLE `sessions` ADD `settings_json` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `settings_json` text;