CREATE TABLE `deleted_wire_answers` (
	`call_id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`turn_id` text NOT NULL,
	`message_id` text NOT NULL,
	`status` integer NOT NULL,
	`bytes` integer NOT NULL,
	`is_cut` integer NOT NULL,
	`body_br` blob NOT NULL,
	`deletion_id` text NOT NULL,
	FOREIGN KEY (`deletion_id`) REFERENCES `deletions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_deleted_wire_answers_deletion` ON `deleted_wire_answers` (`deletion_id`);--> statement-breakpoint
CREATE TABLE `wire_answers` (
	`call_id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`turn_id` text NOT NULL,
	`message_id` text NOT NULL,
	`status` integer NOT NULL,
	`bytes` integer NOT NULL,
	`is_cut` integer NOT NULL,
	`body_br` blob NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_wire_answers_message` ON `wire_answers` (`session_id`,`message_id`);