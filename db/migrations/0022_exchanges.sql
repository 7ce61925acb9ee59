ALTER TABLE `llm_calls` ADD `exchange_json` text;--> statement-breakpoint
CREATE INDEX `idx_llm_calls_counted` ON `llm_calls` (`session_id`,`model_asked`,`started_at`) WHERE message_id IS NOT NULL AND usage_source <> 'none';--> statement-breakpoint
CREATE INDEX `idx_projections_request` ON `projections` (`session_id`,`request_id`,`id`);--> statement-breakpoint
CREATE INDEX `idx_projections_message` ON `projections` (`session_id`,`message_id`,`id`);