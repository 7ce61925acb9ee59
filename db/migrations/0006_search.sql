CREATE TABLE `search_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`message_id` text,
	`created_at` integer NOT NULL,
	`is_pending` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`,`message_id`) REFERENCES `messages`(`session_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_search_entries_message` ON `search_entries` (`session_id`,`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `idx_search_entries_title` ON `search_entries` (`session_id`) WHERE message_id IS NULL;--> statement-breakpoint
CREATE INDEX `idx_search_entries_created` ON `search_entries` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `idx_search_entries_pending` ON `search_entries` (`id`) WHERE is_pending = 1;
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index` USING fts5(`title`, `body`, `parts`, `model`, `facets`, content='', contentless_delete=1, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co M*'");
--> statement-breakpoint
CREATE TRIGGER `search_entries_deleted` AFTER DELETE ON `search_entries` BEGIN DELETE FROM `search_index` WHERE rowid = old.id; END;
--> statement-breakpoint
INSERT INTO `search_entries` (`session_id`, `message_id`, `created_at`, `is_pending`)
SELECT `session_id`, `id`, CAST(`created_at` AS INTEGER), 1 FROM `messages`
WHERE `role` IN ('user', 'assistant') AND `status` <> 'partial' ORDER BY 3, `id`;
--> statement-breakpoint
INSERT INTO `search_entries` (`session_id`, `created_at`, `is_pending`)
SELECT `id`, CAST(`created_at` AS INTEGER), 1 FROM `sessions` WHERE `title` IS NOT NULL;
