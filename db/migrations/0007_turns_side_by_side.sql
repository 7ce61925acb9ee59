DROP INDEX `idx_turns_open`;--> statement-breakpoint
ALTER TABLE `turns` ADD `lane` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `idx_turns_open` ON `turns` (`session_id`,`lane`) WHERE state IN ('running', 'waiting');