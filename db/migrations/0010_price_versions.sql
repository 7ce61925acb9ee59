CREATE TABLE `price_versions` (
	`pricing_version` text PRIMARY KEY NOT NULL,
	`effective_from` integer NOT NULL,
	`origin` text NOT NULL,
	`author` text,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`models` integer NOT NULL,
	`table_json` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idx_price_versions_effective` ON `price_versions` (`effective_from`) WHERE origin = 'published';--> statement-breakpoint
CREATE TRIGGER `price_versions_never_change` BEFORE UPDATE ON `price_versions` BEGIN SELECT RAISE(ABORT, 'a price version never changes'); END;--> statement-breakpoint
CREATE TRIGGER `price_versions_never_go` BEFORE DELETE ON `price_versions` BEGIN SELECT RAISE(ABORT, 'a price version never goes'); END;--> statement-breakpoint
DROP INDEX `idx_llm_calls_session`;--> statement-breakpoint
ALTER TABLE `llm_calls` ADD `service_tier` text;--> statement-breakpoint
ALTER TABLE `llm_calls` ADD `tool_uses_json` text;--> statement-breakpoint
ALTER TABLE `llm_calls` ADD `cost_state` text;--> statement-breakpoint
ALTER TABLE `llm_calls` ADD `billed_usd` text;--> statement-breakpoint
ALTER TABLE `llm_calls` ADD `by_own_server` integer;--> statement-breakpoint
CREATE INDEX `idx_llm_calls_session` ON `llm_calls` (`session_id`,`usage_source`,`cost_picousd`,`cost_state`);--> statement-breakpoint
UPDATE `llm_calls` SET `cost_state` = CASE WHEN `usage_source` = 'none' THEN CASE WHEN `outcome` IN ('cancelled', 'interrupted') THEN 'unknown' END WHEN `cost_picousd` IS NULL THEN 'unpriced' WHEN `usage_source` = 'estimated' THEN 'estimated' ELSE 'exact' END WHERE `outcome` <> 'running';
