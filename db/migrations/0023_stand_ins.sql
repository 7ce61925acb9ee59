CREATE TABLE `briefs` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`up_to` text NOT NULL,
	`path_hash` text NOT NULL,
	`model` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`session_id`, `id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `picture_descriptions` (
	`owner_id` text NOT NULL,
	`hash` text NOT NULL,
	`model` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `hash`)
);
