CREATE TABLE `share_files` (
	`share_id` text NOT NULL,
	`hash` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`share_id`, `hash`),
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `share_people` (
	`share_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`share_id`, `user_id`),
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `idx_share_people_user` ON `share_people` (`user_id`);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`nonce` text NOT NULL,
	`title` text,
	`audience` text NOT NULL,
	`shows_title` integer NOT NULL,
	`content_json` text NOT NULL,
	`snapshot_json` text,
	`snapshot_hash` text NOT NULL,
	`messages` integer NOT NULL,
	`password` text,
	`created_at` integer NOT NULL,
	`published_at` integer NOT NULL,
	`expires_at` integer,
	`max_views` integer,
	`views` integer DEFAULT 0 NOT NULL,
	`last_viewed_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_shares_token` ON `shares` (`token_hash`);--> statement-breakpoint
CREATE INDEX `idx_shares_session` ON `shares` (`session_id`);--> statement-breakpoint
CREATE INDEX `idx_shares_owner` ON `shares` (`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `idx_shares_expires` ON `shares` (`expires_at`) WHERE snapshot_json IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `origin_json` text;