CREATE TABLE `llm_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text,
	`turn_id` text,
	`message_id` text,
	`request_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`started_by` text DEFAULT 'local' NOT NULL,
	`started_at` integer NOT NULL,
	`model_asked` text NOT NULL,
	`model_served` text,
	`provider` text NOT NULL,
	`routing_mode` text,
	`outcome` text NOT NULL,
	`input_tokens` integer DEFAULT 0 NOT NULL,
	`output_tokens` integer DEFAULT 0 NOT NULL,
	`cached_input_tokens` integer DEFAULT 0 NOT NULL,
	`cache_creation_input_tokens` integer DEFAULT 0 NOT NULL,
	`cache_creation_1h_input_tokens` integer,
	`reasoning_tokens` integer,
	`usage_source` text NOT NULL,
	`cost_usd` text,
	`pricing_version` text,
	`cost_picousd` integer,
	`latency_ms` integer,
	`time_to_first_token_ms` integer,
	`stop_reason` text,
	`error_class` text,
	`provider_status` integer
);
--> statement-breakpoint
CREATE INDEX `idx_llm_calls_started` ON `llm_calls` (`started_at`);--> statement-breakpoint
CREATE INDEX `idx_llm_calls_model` ON `llm_calls` (`model_asked`,`started_at`);--> statement-breakpoint
CREATE INDEX `idx_llm_calls_session` ON `llm_calls` (`session_id`,`usage_source`,`cost_picousd`);--> statement-breakpoint
CREATE INDEX `idx_llm_calls_running` ON `llm_calls` (`turn_id`) WHERE outcome = 'running';--> statement-breakpoint
CREATE TABLE `turns` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`state` text NOT NULL,
	`question_id` text NOT NULL,
	`model` text NOT NULL,
	`routing_json` text NOT NULL,
	`system_prompt` text,
	`started_by` text DEFAULT 'local' NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idx_turns_session` ON `turns` (`session_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `idx_turns_open` ON `turns` (`session_id`) WHERE state IN ('running', 'waiting');--> statement-breakpoint
ALTER TABLE `sessions` ADD `owner_id` text DEFAULT 'local' NOT NULL;--> statement-breakpoint
DROP INDEX `idx_sessions_updated`;--> statement-breakpoint
CREATE INDEX `idx_sessions_owner` ON `sessions` (`owner_id`,`updated_at`,`id`);--> statement-breakpoint
-- Where the routing decision can be read. Who ran the last one of a session that is still running is gone: nobody has the lease.
INSERT OR IGNORE INTO `turns` (`id`, `session_id`, `state`, `question_id`, `model`, `routing_json`, `system_prompt`, `started_at`, `ended_at`)
WITH `started` AS (
	SELECT `turn_id`, `session_id`, `timestamp`,
		CASE WHEN json_valid(`payload_json`) THEN `payload_json` ->> '$.message_id' END AS `question_id`,
		(
			SELECT `payload_json` FROM `events` AS `decided`
			WHERE `decided`.`session_id` = `events`.`session_id` AND `decided`.`turn_id` = `events`.`turn_id`
			AND `decided`.`type` = 'route.decided' AND json_valid(`decided`.`payload_json`)
			ORDER BY `id` DESC LIMIT 1
		) AS `route`,
		(
			SELECT `type` || ' ' || `timestamp` FROM `events` AS `ended`
			WHERE `ended`.`session_id` = `events`.`session_id` AND `ended`.`turn_id` = `events`.`turn_id`
			AND `ended`.`type` IN ('turn.completed', 'turn.failed', 'turn.cancelled')
			ORDER BY `id` DESC LIMIT 1
		) AS `ended`,
		NOT EXISTS (
			SELECT 1 FROM `events` AS `later`
			WHERE `later`.`session_id` = `events`.`session_id` AND `later`.`id` > `events`.`id` AND `later`.`type` = 'turn.started'
		) AS `is_last`
	FROM `events` WHERE `type` = 'turn.started' AND `turn_id` IS NOT NULL
)
SELECT `turn_id`, `session_id`,
	CASE
		WHEN `ended` LIKE 'turn.completed %' THEN 'completed'
		WHEN `ended` LIKE 'turn.cancelled %' THEN 'cancelled'
		WHEN `ended` IS NULL AND `is_last` AND `sessions`.`state` = 'running' THEN 'running'
		ELSE 'failed'
	END,
	`question_id`, `route` ->> '$.chosen_model',
	json_object(
		'mode', `route` ->> '$.mode', 'chosen_model', `route` ->> '$.chosen_model', 'reason', `route` ->> '$.reason',
		'alternatives_considered', (
			SELECT json_group_array(DISTINCT `value` ->> '$.model') FROM json_each(`route`, '$.chain')
			WHERE `value` ->> '$.model' <> `route` ->> '$.chosen_model'
		)
	),
	`sessions`.`system_prompt`, `timestamp`, CAST(substr(`ended`, instr(`ended`, ' ') + 1) AS INTEGER)
FROM `started` JOIN `sessions` ON `sessions`.`id` = `session_id`
WHERE `question_id` IS NOT NULL AND `route` ->> '$.chosen_model' IS NOT NULL AND `route` ->> '$.mode' IS NOT NULL
AND `route` ->> '$.reason' IS NOT NULL;
--> statement-breakpoint
INSERT INTO `llm_calls` (
	`id`, `session_id`, `turn_id`, `message_id`, `request_id`, `attempt`, `started_at`, `model_asked`, `model_served`, `provider`,
	`outcome`, `input_tokens`, `output_tokens`, `cached_input_tokens`, `cache_creation_input_tokens`, `cache_creation_1h_input_tokens`,
	`reasoning_tokens`, `usage_source`, `cost_usd`, `pricing_version`, `latency_ms`, `time_to_first_token_ms`, `stop_reason`
)
SELECT `events`.`id`, `events`.`session_id`, `events`.`turn_id`, `payload_json` ->> '$.message_id', `payload_json` ->> '$.request_id',
	CAST(`payload_json` ->> '$.attempt' AS INTEGER), `timestamp`, `payload_json` ->> '$.model', `payload_json` ->> '$.model',
	`payload_json` ->> '$.provider', 'completed',
	coalesce(CAST(`payload_json` ->> '$.usage.input_tokens' AS INTEGER), 0),
	coalesce(CAST(`payload_json` ->> '$.usage.output_tokens' AS INTEGER), 0),
	coalesce(CAST(`payload_json` ->> '$.usage.cached_input_tokens' AS INTEGER), 0),
	coalesce(CAST(`payload_json` ->> '$.usage.cache_creation_input_tokens' AS INTEGER), 0),
	CAST(`payload_json` ->> '$.usage.cache_creation_1h_input_tokens' AS INTEGER),
	CAST(`payload_json` ->> '$.usage.reasoning_tokens' AS INTEGER),
	CASE WHEN `payload_json` ->> '$.usage.estimated' = 1 THEN 'estimated' ELSE 'reported' END,
	`payload_json` ->> '$.cost_usd', `payload_json` ->> '$.pricing_version',
	CAST(round(`payload_json` ->> '$.latency_ms') AS INTEGER), CAST(round(`payload_json` ->> '$.time_to_first_token_ms') AS INTEGER),
	`payload_json` ->> '$.stop_reason'
FROM `events`
WHERE `type` = 'llm.call_completed' AND CASE WHEN json_valid(`payload_json`) THEN
	json_type(`payload_json`, '$.usage') = 'object' AND `payload_json` ->> '$.request_id' IS NOT NULL
	AND `payload_json` ->> '$.model' IS NOT NULL AND `payload_json` ->> '$.provider' IS NOT NULL
	AND json_type(`payload_json`, '$.attempt') = 'integer'
END;
--> statement-breakpoint
-- An attempt that failed. The last one of a turn, after which none was made, left what it used in its message alone.
INSERT INTO `llm_calls` (
	`id`, `session_id`, `turn_id`, `message_id`, `request_id`, `attempt`, `started_at`, `model_asked`, `provider`, `outcome`,
	`usage_source`, `error_class`, `provider_status`
)
SELECT `events`.`id`, `session_id`, `turn_id`,
	CASE WHEN `payload_json` ->> '$.delay_ms' IS NULL THEN (
		SELECT max(`messages`.`id`) FROM `messages`
		WHERE `messages`.`session_id` = `events`.`session_id` AND `messages`.`turn_id` = `events`.`turn_id`
		AND `messages`.`role` = 'assistant' AND `messages`.`status` IN ('error', 'cancelled')
		AND CASE WHEN json_valid(`metadata_json`) THEN json_type(`metadata_json`, '$.usage') = 'object' END
	) END,
	`payload_json` ->> '$.request_id', CAST(`payload_json` ->> '$.attempt' AS INTEGER), `timestamp`,
	`payload_json` ->> '$.model', `payload_json` ->> '$.provider',
	CASE WHEN `payload_json` ->> '$.error_class' = 'cancelled' THEN 'cancelled' ELSE 'failed' END,
	'none', `payload_json` ->> '$.error_class', CAST(`payload_json` ->> '$.provider_status' AS INTEGER)
FROM `events`
WHERE `type` = 'llm.call_failed' AND CASE WHEN json_valid(`payload_json`) THEN
	`payload_json` ->> '$.request_id' IS NOT NULL AND `payload_json` ->> '$.model' IS NOT NULL
	AND `payload_json` ->> '$.provider' IS NOT NULL AND json_type(`payload_json`, '$.attempt') = 'integer'
END;
--> statement-breakpoint
-- Begun, and without an end.
INSERT INTO `llm_calls` (
	`id`, `session_id`, `turn_id`, `request_id`, `attempt`, `started_at`, `model_asked`, `provider`, `outcome`, `usage_source`
)
SELECT `events`.`id`, `session_id`, `turn_id`, `payload_json` ->> '$.request_id', CAST(`payload_json` ->> '$.attempt' AS INTEGER),
	`timestamp`, `payload_json` ->> '$.model', `payload_json` ->> '$.provider',
	CASE WHEN EXISTS (SELECT 1 FROM `turns` WHERE `turns`.`id` = `turn_id` AND `state` = 'running') THEN 'running' ELSE 'interrupted' END,
	'none'
FROM `events`
WHERE `type` = 'llm.call_started' AND `turn_id` IS NOT NULL AND CASE WHEN json_valid(`payload_json`) THEN
	`payload_json` ->> '$.request_id' IS NOT NULL AND `payload_json` ->> '$.model' IS NOT NULL
	AND `payload_json` ->> '$.provider' IS NOT NULL AND json_type(`payload_json`, '$.attempt') = 'integer'
	AND NOT EXISTS (
		SELECT 1 FROM `events` AS `ended`
		WHERE `ended`.`session_id` = `events`.`session_id` AND `ended`.`turn_id` = `events`.`turn_id`
		AND `ended`.`type` IN ('llm.call_completed', 'llm.call_failed')
		AND CASE WHEN json_valid(`ended`.`payload_json`) THEN
			`ended`.`payload_json` ->> '$.request_id' = `events`.`payload_json` ->> '$.request_id'
			AND `ended`.`payload_json` ->> '$.attempt' = `events`.`payload_json` ->> '$.attempt'
		END
	)
END;
--> statement-breakpoint
-- Answers of which no event speaks.
INSERT OR IGNORE INTO `llm_calls` (
	`id`, `session_id`, `turn_id`, `message_id`, `request_id`, `attempt`, `started_at`, `model_asked`, `provider`, `outcome`, `usage_source`
)
SELECT `id`, `session_id`, `turn_id`, `id`, '', 1, `created_at`,
	coalesce(`metadata_json` ->> '$.routing.chosen_model', `metadata_json` ->> '$.model', ''), coalesce(`metadata_json` ->> '$.provider', ''),
	CASE `status` WHEN 'complete' THEN 'completed' WHEN 'cancelled' THEN 'cancelled' ELSE 'failed' END, 'none'
FROM `messages`
WHERE `role` = 'assistant' AND CASE WHEN json_valid(`metadata_json`) THEN json_type(`metadata_json`, '$.usage') = 'object' END
AND `id` NOT IN (SELECT `message_id` FROM `llm_calls` WHERE `message_id` IS NOT NULL);
--> statement-breakpoint
-- What only the messages know of a call. A call that failed and counted nothing used nothing.
UPDATE `llm_calls` SET
	`model_served` = `metadata_json` ->> '$.model',
	`routing_mode` = `metadata_json` ->> '$.routing.mode',
	`started_at` = `messages`.`created_at`,
	`input_tokens` = coalesce(CAST(`metadata_json` ->> '$.usage.input_tokens' AS INTEGER), 0),
	`output_tokens` = coalesce(CAST(`metadata_json` ->> '$.usage.output_tokens' AS INTEGER), 0),
	`cached_input_tokens` = coalesce(CAST(`metadata_json` ->> '$.usage.cached_input_tokens' AS INTEGER), 0),
	`cache_creation_input_tokens` = coalesce(CAST(`metadata_json` ->> '$.usage.cache_creation_input_tokens' AS INTEGER), 0),
	`cache_creation_1h_input_tokens` = CAST(`metadata_json` ->> '$.usage.cache_creation_1h_input_tokens' AS INTEGER),
	`reasoning_tokens` = CAST(`metadata_json` ->> '$.usage.reasoning_tokens' AS INTEGER),
	`usage_source` = CASE
		WHEN `outcome` <> 'completed'
			AND coalesce(`metadata_json` ->> '$.usage.input_tokens', 0) + coalesce(`metadata_json` ->> '$.usage.output_tokens', 0)
			+ coalesce(`metadata_json` ->> '$.usage.cached_input_tokens', 0)
			+ coalesce(`metadata_json` ->> '$.usage.cache_creation_input_tokens', 0) = 0 THEN 'none'
		WHEN `metadata_json` ->> '$.usage.estimated' = 1 THEN 'estimated'
		ELSE 'reported'
	END,
	`cost_usd` = `metadata_json` ->> '$.usage.cost_usd',
	`pricing_version` = `metadata_json` ->> '$.usage.pricing_version',
	`latency_ms` = CAST(round(`metadata_json` ->> '$.usage.latency_ms') AS INTEGER),
	`stop_reason` = `metadata_json` ->> '$.stop_reason'
FROM `messages`
WHERE `messages`.`id` = `llm_calls`.`message_id` AND `messages`.`session_id` = `llm_calls`.`session_id`
AND CASE WHEN json_valid(`metadata_json`) THEN json_type(`metadata_json`, '$.usage') = 'object' END;
--> statement-breakpoint
UPDATE `llm_calls` SET `cost_picousd` =
	CAST(substr(`cost_usd`, 1, instr(`cost_usd` || '.', '.') - 1) AS INTEGER) * 1000000000000
	+ CAST(substr(substr(`cost_usd`, instr(`cost_usd` || '.', '.') + 1) || '000000000000', 1, 12) AS INTEGER)
WHERE `usage_source` <> 'none' AND `cost_usd` NOT GLOB '*[^0-9.]*' AND instr(`cost_usd` || '.', '.') <= 7;
--> statement-breakpoint
UPDATE `llm_calls` SET `cost_usd` = NULL, `pricing_version` = NULL WHERE `cost_picousd` IS NULL;
