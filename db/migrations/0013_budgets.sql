CREATE TABLE `budget_holds` (
	`hold_id` text NOT NULL,
	`budget_id` text NOT NULL,
	`subject` text NOT NULL,
	`starts_at` integer NOT NULL,
	`reserved_picousd` integer NOT NULL,
	`held_picousd` integer NOT NULL,
	`held_at` integer NOT NULL,
	PRIMARY KEY(`hold_id`, `budget_id`),
	FOREIGN KEY (`budget_id`) REFERENCES `budgets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_budget_holds_budget` ON `budget_holds` (`budget_id`,`subject`,`starts_at`);--> statement-breakpoint
CREATE INDEX `idx_budget_holds_age` ON `budget_holds` (`held_at`);--> statement-breakpoint
CREATE TABLE `budget_spending` (
	`budget_id` text NOT NULL,
	`subject` text NOT NULL,
	`starts_at` integer NOT NULL,
	`spent_picousd` integer NOT NULL,
	`uncertain_picousd` integer NOT NULL,
	`unpriced_calls` integer NOT NULL,
	PRIMARY KEY(`budget_id`, `subject`, `starts_at`),
	FOREIGN KEY (`budget_id`) REFERENCES `budgets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `budgets` (
	`id` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`person_id` text NOT NULL,
	`team_id` text NOT NULL,
	`period` text NOT NULL,
	`time_zone` text NOT NULL,
	`limit_usd` text NOT NULL,
	`route_to` text,
	`allows_unpriced` integer NOT NULL,
	`author` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_budgets_scope` ON `budgets` (`scope`,`team_id`,`person_id`,`period`);
--> statement-breakpoint
-- A call has ended: what it came to is spent, of each budget that it was held for, in the day or month in which it began. Where
-- nobody knows what it came to it counts as what it was expected to.
CREATE TRIGGER `budgets_after_call` AFTER UPDATE ON `llm_calls` WHEN OLD.`outcome` = 'running' AND NEW.`outcome` <> 'running' BEGIN
	INSERT INTO `budget_spending` (`budget_id`, `subject`, `starts_at`, `spent_picousd`, `uncertain_picousd`, `unpriced_calls`)
		SELECT `budget_id`, `subject`, `starts_at`,
			CASE WHEN NEW.`cost_state` = 'unknown' THEN `reserved_picousd` ELSE coalesce(NEW.`cost_picousd`, 0) END,
			CASE WHEN NEW.`cost_state` = 'unknown' THEN `reserved_picousd` ELSE 0 END,
			NEW.`usage_source` <> 'none' AND (NEW.`cost_picousd` IS NULL OR NEW.`cost_state` IS 'partial')
		FROM `budget_holds` WHERE `hold_id` IN (NEW.`turn_id`, NEW.`request_id`)
		ON CONFLICT DO UPDATE SET
			`spent_picousd` = `spent_picousd` + excluded.`spent_picousd`,
			`uncertain_picousd` = `uncertain_picousd` + excluded.`uncertain_picousd`,
			`unpriced_calls` = `unpriced_calls` + excluded.`unpriced_calls`;
	UPDATE `budget_holds` SET `held_picousd` = 0 WHERE `hold_id` IN (NEW.`turn_id`, NEW.`request_id`);
END;
--> statement-breakpoint
-- Another attempt may cost as much again.
CREATE TRIGGER `budgets_before_retry` AFTER INSERT ON `llm_calls` WHEN NEW.`outcome` = 'running' AND NEW.`attempt` > 1 BEGIN
	UPDATE `budget_holds` SET `held_picousd` = `reserved_picousd` WHERE `hold_id` IN (NEW.`turn_id`, NEW.`request_id`);
END;
--> statement-breakpoint
-- Not removed here: its last call may be settled by a later statement of the same write.
CREATE TRIGGER `budgets_after_turn` AFTER UPDATE OF `ended_at` ON `turns` WHEN NEW.`ended_at` IS NOT NULL BEGIN
	UPDATE `budget_holds` SET `held_picousd` = 0 WHERE `hold_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `budgets_after_removed_turn` AFTER DELETE ON `turns` BEGIN
	UPDATE `budget_holds` SET `held_picousd` = 0 WHERE `hold_id` = OLD.`id`;
END;
