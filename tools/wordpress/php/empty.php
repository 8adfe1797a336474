<?php
require $argv[1] . '/wp-load.php';
foreach (get_posts(['post_type' => ['post', 'attachment'], 'post_status' => ['any', 'trash', 'inherit'], 'numberposts' => -1]) as $post) {
    $post->post_type === 'attachment' ? wp_delete_attachment($post->ID, true) : wp_delete_post($post->ID, true);
}
