<?php
define('WP_INSTALLING', true);
function wp_new_blog_notification() {}
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Practice', 'keeper', 'keeper@shop.example', true, '', 'a password nobody uses');
switch_theme('twentytwentytwo');
// What comes with every new site is no ware.
foreach (get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1]) as $post) {
    wp_delete_post($post->ID, true);
}
[$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'Bowerbird']);
echo json_encode(['version' => $GLOBALS['wp_version'], 'password' => $password]);
