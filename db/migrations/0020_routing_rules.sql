CREATE TABLE `routing_rules` (
	`version` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`note` text NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `routing_rules_never_change` BEFORE UPDATE ON `routing_rules` BEGIN SELECT RAISE(ABORT, 'saved routing rules never change'); END;--> statement-breakpoint
CREATE TRIGGER `routing_rules_never_go` BEFORE DELETE ON `routing_rules` BEGIN SELECT RAISE(ABORT, 'saved routing rules never go'); END;
