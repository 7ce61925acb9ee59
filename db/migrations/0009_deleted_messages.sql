CREATE TABLE `deleted_events` (
	`id` text PRIMARY KEY NOT NULL,
	`timestamp` integer NOT NULL,
	`session_id` text NOT NULL,
	`turn_id` text,
	`parent_event_id` text,
	`type` text NOT NULL,
	`actor` text NOT NULL,
	`payload_json` text NOT NULL,
	`sensitivity` text NOT NULL,
	`deletion_id` text NOT NULL,
	FOREIGN KEY (`deletion_id`) REFERENCES `deletions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_deleted_events_deletion` ON `deleted_events` (`deletion_id`);--> statement-breakpoint
CREATE TABLE `deleted_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`role` text NOT NULL,
	`content_json` text NOT NULL,
	`metadata_json` text NOT NULL,
	`created_at` integer NOT NULL,
	`schema_version` integer NOT NULL,
	`parent_id` text,
	`status` text NOT NULL,
	`turn_id` text,
	`extra_json` text,
	`deletion_id` text NOT NULL,
	FOREIGN KEY (`deletion_id`) REFERENCES `deletions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_deleted_messages_deletion` ON `deleted_messages` (`deletion_id`);--> statement-breakpoint
CREATE TABLE `deleted_tool_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`message_id` text NOT NULL,
	`result_message_id` text,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`provider_id` text,
	`provider` text,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`deletion_id` text NOT NULL,
	FOREIGN KEY (`deletion_id`) REFERENCES `deletions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_deleted_tool_calls_deletion` ON `deleted_tool_calls` (`deletion_id`);--> statement-breakpoint
CREATE TABLE `deleted_turns` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`state` text NOT NULL,
	`question_id` text NOT NULL,
	`lane` integer DEFAULT 0 NOT NULL,
	`model` text NOT NULL,
	`routing_json` text NOT NULL,
	`system_prompt` text,
	`settings_json` text,
	`started_by` text DEFAULT 'local' NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`deletion_id` text NOT NULL,
	FOREIGN KEY (`deletion_id`) REFERENCES `deletions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_deleted_turns_deletion` ON `deleted_turns` (`deletion_id`);--> statement-breakpoint
CREATE TABLE `deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`head_before` text,
	`head_after` text,
	`moved_json` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_deletions_session` ON `deletions` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `idx_deletions_deleted` ON `deletions` (`deleted_at`);