CREATE INDEX `idx_attachment_owners_hash` ON `attachment_owners` (`hash`);--> statement-breakpoint
CREATE INDEX `idx_invitations_user` ON `invitations` (`user_id`);--> statement-breakpoint
CREATE INDEX `idx_invitations_team` ON `invitations` (`team_id`);