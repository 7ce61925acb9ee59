CREATE TABLE `keys` (
	`provider` text PRIMARY KEY NOT NULL,
	`label` text,
	`base_url` text,
	`protocol` text,
	`models_json` text,
	`ciphertext` text,
	`nonce` text,
	`key_version` integer,
	`hint` text,
	`created_at` integer NOT NULL
);
