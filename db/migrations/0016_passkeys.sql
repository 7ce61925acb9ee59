CREATE TABLE `challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`browser_hash` text NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`next_page` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `idx_challenges_user` ON `challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `idx_challenges_expires` ON `challenges` (`expires_at`);--> statement-breakpoint
ALTER TABLE `credentials` ADD `label` text;