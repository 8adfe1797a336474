<?php
/** Makes the tables of a WordPress and marks WooCommerce as active; `woocommerce.php` goes on, with the plugin loaded. */
define('WP_INSTALLING', true);
function wp_new_blog_notification() {}
$_SERVER += ['HTTP_HOST' => '127.0.0.1', 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'REMOTE_ADDR' => '127.0.0.1', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'SERVER_NAME' => '127.0.0.1'];
ob_start();
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Practice shop', 'keeper', 'keeper@shop.example', true, '', 'a password nobody uses');
update_option('active_plugins', ['woocommerce/woocommerce.php']);
update_option('timezone_string', 'Europe/Berlin');
// Before the plugin is loaded: product pages get their addresses where there are permalinks only.
update_option('permalink_structure', '/%postname%/');
ob_end_clean();
