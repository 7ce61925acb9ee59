CREATE TABLE `import_items` (
	`import_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`external_id` text,
	`title` text,
	`hash` text,
	`verdict` text NOT NULL,
	`reason` text,
	`counts_json` text,
	`state` text NOT NULL,
	`target_id` text,
	`mark` text,
	`call_ids_json` text,
	PRIMARY KEY(`import_id`, `position`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_import_items_external` ON `import_items` (`external_id`,`hash`) WHERE state = 'applied';--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`state` text NOT NULL,
	`source` text,
	`file_name` text,
	`byte_size` integer NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`choices_json` text,
	`found_json` text,
	`read` integer DEFAULT 0 NOT NULL,
	`read_of` integer DEFAULT 0 NOT NULL,
	`failure_json` text
);
--> statement-breakpoint
CREATE INDEX `idx_imports_owner` ON `imports` (`owner_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `idx_imports_busy` ON `imports` (`owner_id`) WHERE state IN ('reading', 'applying', 'undoing');