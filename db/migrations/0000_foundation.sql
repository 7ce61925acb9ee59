CREATE TABLE `attachments` (
	`hash` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`byte_size` integer NOT NULL,
	`width` integer,
	`height` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`timestamp` integer NOT NULL,
	`session_id` text NOT NULL,
	`turn_id` text,
	`parent_event_id` text,
	`type` text NOT NULL,
	`actor` text NOT NULL,
	`payload_json` text NOT NULL,
	`sensitivity` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_events_session` ON `events` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `idx_events_turn` ON `events` (`session_id`,`turn_id`,`id`);--> statement-breakpoint
CREATE TABLE `messages` (
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
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`,`parent_id`) REFERENCES `messages`(`session_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "messages_after_parent" CHECK(parent_id < id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_messages_session_id` ON `messages` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `idx_messages_session_parent` ON `messages` (`session_id`,`parent_id`);--> statement-breakpoint
CREATE INDEX `idx_messages_session_created` ON `messages` (`session_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `idx_messages_partial` ON `messages` (`session_id`) WHERE status = 'partial';--> statement-breakpoint
CREATE TABLE `projections` (
	`id` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`request_id` text NOT NULL,
	`message_id` text NOT NULL,
	`block_type` text NOT NULL,
	`adapter` text NOT NULL,
	`action` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_projections_session` ON `projections` (`session_id`,`id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_path` text NOT NULL,
	`active_model` text,
	`routing_policy_json` text,
	`schema_version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`title` text,
	`pending_model_json` text,
	`system_prompt` text,
	`state` text NOT NULL,
	`cost_usd` text NOT NULL,
	`head_id` text,
	FOREIGN KEY (`id`,`head_id`) REFERENCES `messages`(`session_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `idx_sessions_updated` ON `sessions` (`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `idx_sessions_running` ON `sessions` (`id`) WHERE state = 'running';--> statement-breakpoint
CREATE TABLE `tool_calls` (
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
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`,`message_id`) REFERENCES `messages`(`session_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`session_id`,`result_message_id`) REFERENCES `messages`(`session_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `idx_tool_calls_session_status` ON `tool_calls` (`session_id`,`status`);--> statement-breakpoint
CREATE INDEX `idx_tool_calls_session_message` ON `tool_calls` (`session_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `idx_tool_calls_session_result` ON `tool_calls` (`session_id`,`result_message_id`);