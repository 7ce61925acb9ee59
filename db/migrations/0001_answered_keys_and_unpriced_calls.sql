CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`answer_json` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idx_idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `unpriced_calls` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE `sessions` SET `unpriced_calls` = (
	SELECT count(*) FROM `messages` WHERE `messages`.`session_id` = `sessions`.`id` AND `messages`.`role` = 'assistant'
	AND CASE WHEN json_valid(`metadata_json`) THEN
		json_type(`metadata_json`, '$.usage') = 'object'
		AND `metadata_json` ->> '$.usage.cost_usd' IS NULL
		AND (
			`status` = 'complete'
			OR coalesce(`metadata_json` ->> '$.usage.input_tokens', 0) > 0
			OR coalesce(`metadata_json` ->> '$.usage.output_tokens', 0) > 0
			OR coalesce(`metadata_json` ->> '$.usage.cached_input_tokens', 0) > 0
			OR coalesce(`metadata_json` ->> '$.usage.cache_creation_input_tokens', 0) > 0
		)
	END
);
