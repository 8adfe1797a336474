<?php
define('DB_NAME', '__DATABASE__');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:__SOCKET__');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
/** Ports differ from run to run: the server says under which address it was asked. */
$home = $_SERVER['SITE_HOME'] ?? (getenv('SITE_HOME') ?: 'http://127.0.0.1');
define('WP_HOME', $home);
define('WP_SITEURL', $home);
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost');
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
define('WP_DEBUG', false);
define('WP_MEMORY_LIMIT', '512M');
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) {
    define($name, 'of a store that nobody else can reach ' . $name);
}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) {
    define('ABSPATH', __DIR__ . '/');
}
require_once ABSPATH . 'wp-settings.php';
